import type { Palette } from '../colors.ts'
import type { Chart } from './chart.ts'
import { soundingText } from './soundings.ts'

/** System fonts, because an SVG image cannot use the page's fonts. */
export const LABEL_FACE = 'ui-monospace,Menlo,Consolas,monospace'

interface ChartStyle {
  palette: Palette
  /** SVG drawn over the water: the land and labels. */
  over?: string
  soundingSize?: number
  /** How the drawing fills a frame with another aspect ratio. */
  fit?: 'xMidYMid slice' | 'xMidYMin slice' | 'xMaxYMid slice'
  /** Animates isobaths from the shore outwards, then the soundings. */
  tide?: boolean
}

/** A chart as an SVG file. Every fourth isobath is stronger; lines are one pixel wide at every size. */
export function chartSvg(
  chart: Chart,
  { palette, over = '', soundingSize = 10.5, fit = 'xMidYMid slice', tide = false }: ChartStyle,
): string {
  const { width, height } = chart
  const ground =
    palette.ground === 'none' ? '' : `<path fill="${palette.ground}" d="M0 0h${width}v${height}H0z"/>`
  const figures =
    palette.soundingOpacity === 0
      ? ''
      : `<g class="s" fill="${palette.sounding}" fill-opacity="${palette.soundingOpacity}" font-size="${soundingSize}" text-anchor="middle">${chart.soundings.map(soundingText).join('')}</g>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="${fit}" font-family="${LABEL_FACE}">` +
    `${tide ? tideRules(chart.isobaths.length) : ''}${ground}<g fill-rule="evenodd" stroke="${palette.line}">${isobathPaths(chart, palette, tide)}</g>${figures}${over}</svg>\n`
  )
}

/** A tint is painted only where it changes; the isobaths between are lines. */
function isobathPaths({ isobaths }: Chart, palette: Palette, tide: boolean): string {
  const [near, far] = palette.lineOpacity
  let painted: string | undefined
  return isobaths
    .map((d, index) => {
      const tint = palette.tints.findLast(([from]) => index >= from)?.[1]
      const fill = tint === painted ? 'none' : (tint ?? 'none')
      painted = tint
      const plain = near + ((far - near) * index) / Math.max(1, isobaths.length - 1)
      const opacity = index % 4 === 3 ? Math.min(1, plain * 1.55) : plain
      const step = tide ? ` class="l l${index}"` : ''
      return `<path${step} vector-effect="non-scaling-stroke" fill="${fill}" stroke-opacity="${opacity.toFixed(2)}" d="${d}"/>`
    })
    .join('')
}

function tideRules(count: number): string {
  const delays = Array.from(
    { length: count },
    (_, index) => `.l${index}{animation-delay:${80 + 55 * index}ms}`,
  ).join('')
  return `<style>@media (prefers-reduced-motion:no-preference){.l{animation:ebb .7s cubic-bezier(.2,.7,.1,1) backwards}.s{animation:ebb .6s linear 1s backwards}${delays}@keyframes ebb{from{opacity:0}}}</style>`
}
