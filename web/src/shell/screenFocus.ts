let elsewhere = false;

/** The screen changes; on the first one nobody has to be led anywhere. */
export function screenChanged(): void {
  elsewhere = true;
}

/** For the heading of a screen: who goes there is there, also with the keyboard and by ear. */
export function focusHeading(heading: HTMLElement): void {
  if (elsewhere) heading.focus({ preventScroll: true });
}
