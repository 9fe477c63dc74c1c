// Addresses. All is behind the #, so that the server, its logs and those of others never see it.

export type Route =
  | { screen: "home" }
  | { screen: "table"; table: string }
  | { screen: "invite"; table: string; invite: string }
  | { screen: "match"; match: string; viewer: string; step: number | null; invite: string | null }
  | { screen: "rules"; game: string; rule: string }
  | { screen: "code"; code: string }
  | { screen: "nowhere" };

export function readRoute(hash: string): Route {
  const path = hash.replace(/^#/, "");
  if (path === "" || path === "/") return { screen: "home" };
  const invite = /^([\w-]+)\.([\w-]+)$/.exec(path);
  if (invite) return { screen: "invite", table: invite[1]!, invite: invite[2]! };
  if (/^[\w-]+$/.test(path)) return { screen: "table", table: path };
  const [screen, id, ...more] = path.split("/").filter(Boolean);
  if (screen === "table" && id) return { screen, table: id };
  if (screen === "code" && id) return { screen, code: id };
  if (screen === "rules" && id) return { screen, game: id, rule: more[0] ?? "" };
  if (screen === "match" && id) {
    const [viewer = "watch", at = "", invite = null] = more;
    return { screen, match: id, viewer, step: /^\d+$/.test(at) ? Number(at) : null, invite };
  }
  return { screen: "nowhere" };
}

export const route = $state<{ now: Route }>({ now: readRoute(location.hash) });

addEventListener("hashchange", () => {
  route.now = readRoute(location.hash);
});

export function go(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  route.now = readRoute(location.hash);
}
