/** How large a label is on a screen at the least, in CSS pixels. */
const READABLE = 10.5

/** Widths at which a drawing may be shown, as parts of its own. */
const SHOWN = [0.86, 0.72, 0.6]

/**
 * The style of a drawing's labels: `size` where it is shown `width` wide, and so much larger where a page shows it smaller that
 * they stay readable, up to `largest`. An image measures its own width, so the page need not know.
 */
export function labelSizes(width: number, size: number, largest = Infinity): string {
  const steps = SHOWN.map((part, index) => {
    const smallest = SHOWN[index + 1] ?? part * 0.8
    return `@media(max-width:${Math.round(width * part)}px){svg{font-size:${Math.min(largest, Math.round(READABLE / smallest))}px}}`
  })
  return `<style>svg{font-size:${size}px}${steps.join('')}</style>`
}
