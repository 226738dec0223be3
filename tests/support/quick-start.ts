/**
 * Keeps V8 from optimizing the embedded engine. Doing so takes seconds of a core in each process, and only pays in one
 * that runs for minutes.
 */
export const QUICK_START = '--liftoff-only'

/** Flags of Node for a process that a test starts. Benchmarks start theirs without them. */
export const nodeFlags = process.execArgv.filter((flag) => flag === QUICK_START)
