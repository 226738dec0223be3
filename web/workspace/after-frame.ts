/** Calls `run` after the next frame, which shows what a key has changed so far. A hidden window draws no frames: there it runs at once. */
export function afterFrame(run: () => void): void {
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run))
}
