/**
 * Starts now and gives the milliseconds since, by the clock; where other programs held the processor meanwhile, what this
 * process used of it. A limit on it holds for our own work, however busy the machine is.
 */
export function startStopwatch(): () => number {
  const begun = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return Math.min(performance.now() - begun, (user + system) / 1000)
  }
}
