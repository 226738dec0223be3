/** Moves the focus to a part of the page, so that the keyboard and screen readers go on from there. Nothing scrolls. */
export function focusOn(element: HTMLElement) {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
