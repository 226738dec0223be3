/** Returns the current time. Tests pass their own. */
export type Clock = () => Date
