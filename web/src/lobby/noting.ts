/** Note the matches of a table that are over; what does it is loaded when the first one is. */
export async function noteMatchesAt(table: string): Promise<void> {
  try {
    await (await import("../device/keeping")).noteMatchesAt(table);
  } catch {
    // it could not be loaded: another time
  }
}
