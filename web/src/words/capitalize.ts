/** "throw the die" begins a line as "Throw the die". */
export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
