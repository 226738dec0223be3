const BUTTON_FROM_PX = 300
const ROW_DELAY_MS = 300
const ROW_OFFSET_PX = 100

let rowTimer = 0

/** Shows the button that scrolls to the top once the page is scrolled, except over elements it would cover. */
export function showTopButton(): void {
  const button = document.querySelector<HTMLElement>('#to-top')
  if (!button) return
  const inView = new Set<Element>()
  const update = () => {
    button.hidden = inView.size > 0 || scrollY <= BUTTON_FROM_PX
  }
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) inView.add(target)
      else inView.delete(target)
    update()
  })
  for (const part of document.querySelectorAll('[data-no-top-button]')) observer.observe(part)
  update()
  addEventListener('scroll', update, { passive: true })
  button.addEventListener('click', () => scrollSmoothly(0))
}

/** The services page (`data-starts-at-top`) starts at the top after a reload, and when the visitor comes back. */
export function startAtTop(): void {
  if (!document.querySelector('[data-starts-at-top]')) return
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => scrollTo({ top: 0, behavior: 'instant' }))
}

/** Scrolls to an opened row of `data-scrolls` after the layout has settled from the row that closed. */
export function scrollToOpened({ target }: MouseEvent): void {
  const row = target instanceof Element ? target.closest('summary')?.parentElement : null
  // The click fires before the row opens.
  if (!(row instanceof HTMLDetailsElement) || row.open || !row.closest('[data-scrolls]')) return
  clearTimeout(rowTimer)
  rowTimer = window.setTimeout(
    () => scrollSmoothly(row.getBoundingClientRect().top + scrollY - ROW_OFFSET_PX),
    ROW_DELAY_MS,
  )
}

/** The browser scrolls to the target of a link within the page; here it does so smoothly. */
export function scrollSmoothlyWithin({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a[href^="#"]') : null
  if (!link || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const { style } = document.documentElement
  style.scrollBehavior = 'smooth'
  addEventListener('scrollend', () => style.removeProperty('scroll-behavior'), { once: true })
}

function scrollSmoothly(top: number): void {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top, behavior: reduced ? 'instant' : 'smooth' })
}
