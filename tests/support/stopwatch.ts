/**
 * Measures milliseconds since the call: CPU time of this process, but at least a fifth of the wall time. Time limits
 * in tests therefore hold on a machine that is five times as busy, and still catch code that only waits.
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
