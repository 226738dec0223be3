/**
 * Sets `data-reveal` of sections below the fold to `waiting`, then to `shown` once `threshold` of one is in view. What is on screen
 * at the start, or has no script, is visible at once.
 */
export function revealInView(selector: string, threshold: number): void {
  // The observer measures without a forced layout.
  const first = new IntersectionObserver((entries) => {
    for (const { target, boundingClientRect, rootBounds } of entries) {
      first.unobserve(target)
      const height = rootBounds?.height ?? innerHeight
      if (!(target instanceof HTMLElement) || boundingClientRect.top <= height) continue
      target.dataset['reveal'] = 'waiting'
      // A section much taller than the screen could never reach the threshold.
      showOnce(target, Math.min(threshold, (height * 0.5) / boundingClientRect.height))
    }
  })
  for (const section of document.querySelectorAll(selector)) first.observe(section)
}

function showOnce(section: HTMLElement, threshold: number): void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      section.dataset['reveal'] = 'shown'
      observer.disconnect()
    },
    { threshold },
  )
  observer.observe(section)
}
