// Addresses. All is behind the #, so that the server, its logs and those of others never see it.

export type Route =
  | { screen: "home" }
  | { screen: "table"; table: string }
  | { screen: "invite"; table: string; invite: string }
  | { screen: "match"; match: string; viewer: string; step: number | null; invite: string | null }
  | { screen: "rules"; game: string; rule: string }
  | { screen: "code"; code: string }
  | { screen: "my-matches" }
  | { screen: "privacy" }
  | { screen: "not-found" };

// No longer than the server reads them: a longer one is no link of ours.
const TABLE = /^[\w-]{1,40}$/;
const INVITE = /^([\w-]{1,40})\.([\w-]{1,64})$/;

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#/, "");
  if (path === "" || path === "/") return { screen: "home" };
  const invite = INVITE.exec(path);
  if (invite) return { screen: "invite", table: invite[1]!, invite: invite[2]! };
  if (TABLE.test(path)) return { screen: "table", table: path };
  const [screen, id, ...more] = path.split("/").filter(Boolean);
  if (screen === "my-matches" || screen === "privacy") return { screen };
  if (screen === "table" && id && TABLE.test(id)) return { screen, table: id };
  if (screen === "code" && id) return { screen, code: id };
  if (screen === "rules" && id) return { screen, game: id, rule: more[0] ?? "" };
  if (screen === "match" && id) {
    const [viewer = "watch", step = "", invite = null] = more;
    return { screen, match: id, viewer, step: /^\d+$/.test(step) ? Number(step) : null, invite };
  }
  return { screen: "not-found" };
}

export const route = $state<{ current: Route }>({ current: parseRoute(location.hash) });

addEventListener("hashchange", () => {
  route.current = parseRoute(location.hash);
});

export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  route.current = parseRoute(location.hash);
}
