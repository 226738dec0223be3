import { useEffect, type RefObject } from 'react'

/**
 * Sets `data-reveal` of an element to `waiting`, and to `shown` once `threshold` of it has come into view. Without scripts it
 * is never set, and neither is it for whatever is on screen already when the script starts.
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
    // Of something much taller than the screen so large a part could never be seen.
    { threshold: Math.min(threshold, (window.innerHeight * 0.5) / element.offsetHeight) },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
