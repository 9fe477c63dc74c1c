"""Measures what is drawn on a page: nothing overlaps, is cut, or leaves its panel or the screen."""

from __future__ import annotations

from playwright.sync_api import Page

# A box is a card or a line of text, with the group that it belongs to. Within a place cards may
# lie on each other, and a number on them; between groups nothing may touch. A card that lies beside
# a pile is under it on purpose. A face can be tapped beyond what is drawn of it. Fractions of a
# pixel are the browser's rounding.
MEASURE = """
() => {
  const wrong = new Set();
  const SLACK = 2;
  const isShown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isUnseen = (element) => element.closest(".visually-hidden, dialog:not([open]), [hidden]");
  const nameOf = (element) => {
    const words = (element.dataset?.piece ?? element.textContent ?? "").trim().slice(0, 40);
    const kind = element.className?.baseVal ?? element.className ?? "";
    return `${element.tagName.toLowerCase()}.${String(kind).split(" ")[0]} '${words}'`;
  };
  // What is in sight of a box, when something around it scrolls.
  const clipped = (element, rect) => {
    let { left, top, right, bottom } = rect;
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (!/auto|scroll/.test(overflowX + overflowY)) continue;
      const frame = at.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, top, right, bottom };
  };
  const scrollsSideways = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };

  const boxes = [];
  let root; // what lies in another one may scroll under this one
  const add = (element, group, rect, kind) => {
    const seen = clipped(element, rect);
    if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) return;
    boxes.push({ root, element, group, kind, ...seen });
  };
  const ROOTS = "[data-felt], .round, header.bar, .actions, .end .next";
  for (root of document.querySelectorAll(ROOTS)) {
    for (const piece of root.querySelectorAll("[data-piece]")) {
      if (!isShown(piece) || isUnseen(piece)) continue;
      const drawn = piece.querySelector("svg.card") ?? piece;
      add(piece, piece.closest("[data-place]"), drawn.getBoundingClientRect(), "card");
    }
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (!node.data.trim() || !isShown(parent) || isUnseen(parent)) continue;
      if (parent.closest(ROOTS) !== root) continue;
      if (parent.closest("svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const clips = getComputedStyle(parent).overflow !== "visible";
      const frame = parent.getBoundingClientRect();
      for (const rect of range.getClientRects()) {
        const shown = clips
          ? new DOMRect(rect.x, rect.y, Math.min(rect.width, frame.right - rect.x), rect.height)
          : rect;
        add(parent, parent.closest("[data-place]") ?? parent, shown, "text");
      }
    }
    for (const button of root.querySelectorAll("button:not([data-piece], .choose, .face *)")) {
      if (isShown(button) && !isUnseen(button) && button.closest(ROOTS) === root)
        add(button, button, button.getBoundingClientRect(), "button");
    }
  }

  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      if (one.root !== other.root) continue;
      if (one.group === other.group && !(one.kind === "text" && other.kind === "text")) continue;
      if (one.group.contains(other.group) && one.kind !== "text" && other.kind !== "text") continue;
      if (other.group.contains(one.group) && one.kind !== "text" && other.kind !== "text") continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      if (overlaps(one, other)) wrong.add(`${nameOf(one.element)} over ${nameOf(other.element)}`);
    }
  }

  // What belongs into a panel stays there, and everything on the screen.
  const PANELS = ".seat, .meld, .mat, .bowl, .spot, .round li, header.bar, .do > button";
  for (const panel of document.querySelectorAll(PANELS)) {
    if (!isShown(panel)) continue;
    const frame = panel.getBoundingClientRect();
    for (const { element, left, right, top, bottom, kind } of boxes) {
      if (element === panel || !panel.contains(element)) continue;
      const turned = kind === "card" ? 5 : SLACK; // the backs of a fan lean
      const isOut =
        left < frame.left - turned || right > frame.right + turned ||
        top < frame.top - 12 || bottom > frame.bottom + 12; // what is picked is lifted
      if (isOut) wrong.add(`${nameOf(element)} leaves ${nameOf(panel)}`);
    }
  }
  for (const { element, left, right } of boxes) {
    if (left < -1 || right > innerWidth + 1) wrong.add(`${nameOf(element)} leaves the screen`);
  }

  // Nothing is cut: neither by a box that hides what is beyond it, nor by dots.
  for (const element of document.querySelectorAll("main *, header *, [data-felt] *, .view *")) {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    if (!/hidden|clip/.test(overflowX) || clipPath !== "none" || !isShown(element)) continue;
    if (element.closest("svg, input, [role=log]") || isUnseen(element)) continue;
    if (element.matches(".latest")) continue; // the log says all of it
    if (element.matches("[data-felt]") || element.clientWidth < 2) continue; // has a pattern
    if (element.scrollWidth > element.clientWidth + 1)
      wrong.add(`${nameOf(element)} is cut: ${element.scrollWidth} in ${element.clientWidth}`);
    if (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 3)
      wrong.add(`${nameOf(element)} is cut below`);
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    const right = (element) => element.getBoundingClientRect().right;
    const all = [...document.body.querySelectorAll("*")].filter((each) => !scrollsSideways(each));
    const farthest = all.sort((one, other) => right(other) - right(one))[0];
    wrong.add(`the page is too wide: ${nameOf(farthest)} to ${right(farthest)}`);
  }

  // On a wide screen all players and a trick are seen at once, between the header and the bar.
  const felt = document.querySelector(".felt.around:has(.trick):not(:has(.meld))");
  if (felt) {
    const parts = [felt, document.querySelector("header.bar")];
    const more = parts.reduce((sum, { offsetHeight }) => sum + offsetHeight, -innerHeight);
    if (more > SLACK) wrong.add(`the felt is too high, by ${more}`);
  }
  return [...wrong];
}
"""


def wrong_boxes(page: Page) -> list[str]:
    """What overlaps, is cut, or leaves its place, as sentences; empty if all is well."""
    found: list[str] = page.evaluate(MEASURE)
    return found
