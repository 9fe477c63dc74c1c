/** How often a server for an author has said that the rules may be others by now. */
export const rules = $state({ loads: 0 });
