/** Minimum label size on a screen, in CSS pixels. */
const READABLE = 12

/** Display widths as fractions of the drawing's width. */
const SHOWN = [0.86, 0.72, 0.6]

/**
 * CSS for the labels of a drawing: `size` at its full `width`, larger where a page shows it smaller, so that labels
 * stay readable, up to `largest`. An SVG image measures its own width, so the page does not have to.
 */
export function labelSizes(width: number, size: number, largest = Infinity): string {
  const steps = SHOWN.map((part, index) => {
    const smallest = SHOWN[index + 1] ?? part * 0.8
    return `@media(max-width:${Math.round(width * part)}px){svg{font-size:${Math.min(largest, Math.round(READABLE / smallest))}px}}`
  })
  return `<style>svg{font-size:${size}px}${steps.join('')}</style>`
}
