import { claims } from '../../site.config.ts'
import { LABEL_FACE } from '../chart/chart-svg.ts'
import { color } from '../colors.ts'
import { labelSizes } from './labels.ts'
import { round, spline, type Point } from './lines.ts'

function sheet(width: number, height: number, content: string, fit = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"${fit} font-family="${LABEL_FACE}">${content}</svg>\n`
}

/** The years of experience that the site claims. One if it claims none: no page shows the drawing then. */
export function countYears(): number {
  return Number.parseInt(claims.years?.value ?? '1', 10)
}

/** One crest per year, rising to the last; the curve continues beyond it. */
export function yearsSvg(years: number): string {
  const [width, height, steps] = [1440, 230, 24]
  const axis = height - 26
  const [base, year] = [height * 0.62, (width * 0.945) / years]
  const swell = (time: number) =>
    12 + (time / years) ** 1.25 * height * 0.4 + Math.sin(time * 0.9) * 5 * (time / years)
  const at = (time: number): Point => {
    const wave = Math.sin(2 * Math.PI * (time - 0.25))
    return [time * year, base - swell(time) * wave * (wave > 0 ? 1 : 0.62)]
  }
  const crest = (number: number): Point => [(number - 0.5) * year, base - swell(number - 0.5)]
  const trace = (from: number, to: number) =>
    spline(Array.from({ length: ((to - from) * steps) / 3 + 1 }, (_, step) => at(from + (step * 3) / steps)))
  const numbers = Array.from({ length: years }, (_, index) => index + 1)
  const named = numbers.filter((number) => number % 5 === 0 || number === 1)
  const ticks = numbers
    .map((number) => `M${round(crest(number)[0])} ${axis}v${named.includes(number) ? -12 : -6}`)
    .join('')
  const drops = numbers.map((number) => `M${crest(number).map(round).join(' ')}V${height - 40}`).join('')
  // Two labels side by side need this distance.
  const apart = named.filter((number) => (years - number) * year > 50)
  const labels = [...apart, years].map(
    (number) =>
      `<text x="${round(crest(number)[0])}" y="${axis + 8}" dy=".74em" text-anchor="middle">${number}</text>`,
  )
  const [lastX, lastY] = crest(years)
  return sheet(
    width,
    height + 10,
    labelSizes(width, 12) +
      `<g fill="none" stroke="${color.ink}"><path d="M0 ${round(base)}H${width}" stroke-opacity=".35"/><path d="${drops}" stroke-opacity=".28" stroke-dasharray="1 3"/>` +
      `<path d="${trace(0, years)}" stroke-width="1.75"/><path d="${trace(years, years + 2)}" stroke-width="1.75" stroke-dasharray="5 5"/><path d="M0 ${axis}H${width}"/><path d="${ticks}"/></g>` +
      `<circle cx="${round(lastX)}" cy="${round(lastY)}" r="7" fill="${color.buoy}"/><g fill="${color.ink}">${labels.join('')}</g>`,
    ' preserveAspectRatio="xMinYMid meet"',
  )
}

/** A tide curve behind a row of cards, stretched to their width. */
export function tideLineSvg(): string {
  const [width, height] = [1440, 120]
  const curve = Array.from({ length: 81 }, (_, step): Point => [
    (step / 80) * width,
    height / 2 + Math.cos(2 * Math.PI * (step / 80) * 1.62) * height * 0.42,
  ])
  const line = `<path vector-effect="non-scaling-stroke" d="${spline(curve)}" fill="none" stroke="${color.ink}"/>`
  return sheet(width, height, line, ' preserveAspectRatio="none"')
}
