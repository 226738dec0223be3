import { projectOnto, type Sheet } from '../chart/coast-survey.ts'
import { color } from '../colors.ts'
import { round, steps } from './lines.ts'

export const NAUTICAL_MILE_KM = 1.852
/** Minutes of arc between two lines. */
const LINES_EVERY = 15

interface Graticule {
  parallels: { y: number; name: string }[]
  meridians: { x: number; name: string }[]
}

/** Parallels and meridians every quarter of a degree, with their degrees. */
export function graticule(sheet: Sheet): Graticule {
  const { width, height, center } = sheet
  const { place } = projectOnto(sheet)
  return {
    parallels: linesNear(center[1])
      .map((minutes) => ({ y: round(place([center[0], minutes / 60])[1]), name: degrees(minutes, 'NS') }))
      .filter(({ y }) => y > 20 && y < height - 20),
    meridians: linesNear(center[0])
      .map((minutes) => ({ x: round(place([minutes / 60, center[1]])[0]), name: degrees(minutes, 'EW') }))
      .filter(({ x }) => x > 0 && x < width),
  }
}

export function graticuleLines(sheet: Sheet): string {
  const { parallels, meridians } = graticule(sheet)
  const lines = [
    ...parallels.map(({ y }) => `M0 ${y}H${sheet.width}`),
    ...meridians.map(({ x }) => `M${x} 0V${sheet.height}`),
  ]
  return `<path d="${lines.join('')}" stroke="${color.ink}" stroke-opacity=".14"/>`
}

/** Minutes of arc of the lines around a position. */
function linesNear(degree: number): number[] {
  const middle = Math.round((degree * 60) / LINES_EVERY)
  return steps(13).map((step) => (middle + step - 6) * LINES_EVERY)
}

/** "34° 15′ N" from minutes of arc. */
function degrees(minutes: number, letters: 'NS' | 'EW'): string {
  const size = Math.abs(minutes)
  const letter = letters[minutes < 0 ? 1 : 0]
  return `${Math.floor(size / 60)}° ${`${size % 60}`.padStart(2, '0')}′ ${letter}`
}

/** A compass rose whose needle points north. */
export function chartRose(x: number, y: number, radius: number): string {
  const ticks = steps(72).map((step) => {
    const angle = (step * 5 * Math.PI) / 180
    const long = step % 18 === 0 ? 12 : step % 6 === 0 ? 9 : step % 2 === 0 ? 6 : 3
    const at = (away: number) => `${round(x + Math.sin(angle) * away)} ${round(y - Math.cos(angle) * away)}`
    return `M${at(radius)}L${at(radius - long)}`
  })
  const inner = radius - 15
  return (
    `<g fill="none" stroke="${color.ink}"><circle cx="${x}" cy="${y}" r="${radius}"/><circle cx="${x}" cy="${y}" r="${inner}"/><path d="${ticks.join('')}"/><path d="M${x - inner} ${y}h${2 * inner}M${x} ${y - inner}v${2 * inner}" stroke-opacity=".5"/>` +
    `<path d="M${x} ${y - inner}l6 ${inner}h-12z" fill="${color.buoy}"/><path d="M${x} ${y + inner}l6 ${-inner}h-12z" fill="${color.salt}"/><text x="${x}" y="${y - radius - 8}" text-anchor="middle" stroke="none">N</text></g>`
  )
}

interface ScaleBar {
  miles: number
  pixelsPerKm: number
}

/** A bar of nautical miles, alternately filled. */
export function scaleBar([x, y]: readonly [x: number, y: number], { miles, pixelsPerKm }: ScaleBar): string {
  const mile = NAUTICAL_MILE_KM * pixelsPerKm
  const bars = steps(miles).map(
    (step) =>
      `<path d="M${round(x + step * mile)} ${y}h${round(mile)}v6h${round(-mile)}z" fill="${step % 2 === 0 ? color.ink : color.salt}"/>`,
  )
  return `<g stroke="${color.ink}">${bars.join('')}</g><text x="${x}" y="${y - 6}">${miles} nautical miles</text>`
}
