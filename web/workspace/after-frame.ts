/** Runs it after the next frame, which shows what a key changed so far; at once in a hidden window, which draws no frames. */
export function afterFrame(run: () => void): void {
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run))
}
