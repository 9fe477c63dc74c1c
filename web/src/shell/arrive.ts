let visited = false;

/** For the heading of a screen: who goes there is there, also with the keyboard and by ear. */
export function arrive(heading: HTMLElement): void {
  if (visited) heading.focus({ preventScroll: true });
  visited = true;
}
