const STEPS = 8

/**
 * Calls `onTimeout` after `ms` in which the event loop could run, and returns how to clear it. A step that comes late by its
 * own length does not count: while the main thread was blocked, what is waited for may have arrived without being read.
 */
export function setUnblockedTimeout(onTimeout: () => void, ms: number): () => void {
  const step = ms / STEPS
  let left = STEPS
  let lastAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - lastAt < 2 * step) left -= 1
    lastAt = now
    if (left > 0) return
    clearInterval(timer)
    onTimeout()
  }, step)
  return () => clearInterval(timer)
}
