/** Closes or removes what the current test file may have left open. Emptied after each file. */
export const leftOpen = new Set<() => Promise<void>>()
