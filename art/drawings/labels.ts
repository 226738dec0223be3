/** Label size on a screen, in CSS pixels: a little over 12, the least that is allowed. */
const READABLE = 12.2

/** Shares of a drawing's width between which the size is interpolated. No page shows a drawing smaller than the last. */
const SHOWN = [1, 0.72, 0.52, 0.375]

/**
 * CSS for the labels of a drawing: `size` at its full `width`, at least 12, and larger where a page shows it smaller, so that
 * they stay readable. In an SVG image, 100vw is the width of the image, so the page does not have to set sizes.
 */
export function labelSizes(width: number, size: number): string {
  // Secants of READABLE / share: the curve is convex, so the largest secant is on it or above.
  const secants = SHOWN.slice(1).map((small, index) => {
    const large = SHOWN[index] ?? 1
    const [atZero, slope] = [READABLE / small + READABLE / large, READABLE / (small * large)]
    return `${atZero.toFixed(1)}px - ${((slope * 100) / width).toFixed(2)}vw`
  })
  return `<style>svg{font-size:max(${size}px,${secants.join(',')})}</style>`
}
