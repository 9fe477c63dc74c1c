let elsewhere = false;

/** The screen changes; on the first one nobody has to be led anywhere. */
export function leave(): void {
  elsewhere = true;
}

/** For the heading of a screen: who goes there is there, also with the keyboard and by ear. */
export function arrive(heading: HTMLElement): void {
  if (elsewhere) heading.focus({ preventScroll: true });
}
