const STEPS = 8

/**
 * Calls `onTimeout` after `ms` during which the event loop ran, and returns a function that cancels it. A step
 * delayed by more than its own length does not count: while the main thread was blocked, the awaited event may have
 * arrived unread.
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
