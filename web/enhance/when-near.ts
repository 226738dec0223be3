/** Runs `load` once `element` comes near the screen. */
export function whenNear(element: HTMLElement, load: () => void): void {
  const near = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      near.disconnect()
      load()
    },
    { rootMargin: '600px' },
  )
  near.observe(element)
}
