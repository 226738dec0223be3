/**
 * Starts now and gives the milliseconds since, by the clock; where other programs held the processor meanwhile, what this
 * process used of it, but at least a fifth of the clock's: a limit on it holds on a machine that is five times as busy, and
 * still finds work that waits without doing anything.
 */
export function startStopwatch(): () => number {
  const begun = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    const clock = performance.now() - begun
    return Math.min(clock, Math.max((user + system) / 1000, clock / 5))
  }
}
