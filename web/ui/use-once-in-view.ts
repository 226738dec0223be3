import { useEffect, type RefObject } from 'react'

/**
 * Sets `data-reveal` to `waiting`, then to `shown` once `threshold` of the element is in view. Never set without JavaScript or for
 * elements on screen at the start.
 */
export function useOnceInView(element: RefObject<HTMLElement | null>, threshold: number): void {
  useEffect(
    () => (element.current ? revealOnce(element.current, threshold) : undefined),
    [element, threshold],
  )
}

function revealOnce(element: HTMLElement, threshold: number): () => void {
  const belowTheFold = element.getBoundingClientRect().top > window.innerHeight
  if (!belowTheFold) return () => undefined
  element.dataset.reveal = 'waiting'
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      element.dataset.reveal = 'shown'
      observer.disconnect()
    },
    // Elements much taller than the screen could never reach the threshold.
    { threshold: Math.min(threshold, (window.innerHeight * 0.5) / element.offsetHeight) },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
