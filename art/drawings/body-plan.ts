import { LABEL_FACE } from '../chart/chart-svg.ts'
import { color } from '../colors.ts'
import { spline, type Point } from './lines.ts'

const [MIDDLE, WATERLINE] = [210, 150]

/** Cross sections of a hull: the aft half on the left, the fore half on the right. */
export function bodyPlanSvg(): string {
  const waterlines = [-40, -20, 0, 20, 40, 60].map(
    (y) => `<path d="M0 ${WATERLINE + y}H420"${y === 0 ? ' stroke-opacity="1"' : ''}/>`,
  )
  const buttocks = [-209.5, -160, -120, -80, -40, 40, 80, 120, 160, 209.5].map((x) => `M${MIDDLE + x} 46V254`)
  const sections = [1, 2, 3, 4, 5, 6].flatMap((number) => [foreSection(number / 6), aftSection(number / 6)])
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 300" width="420" height="300" fill="none" stroke="${color.ink}"><g stroke-opacity=".35">${waterlines.join('')}<path d="${buttocks.join('')}"/></g>` +
    `<path d="M${MIDDLE} 30V262"/><path stroke-width="1.5" d="${sections.join('')}"/>` +
    `<text x="418" y="${WATERLINE - 5}" text-anchor="end" stroke="none" fill="${color.ink}" font-family="${LABEL_FACE}" font-size="11">waterline</text></svg>\n`
  )
}

function foreSection(share: number): string {
  const rest = 1 - share
  return section({
    breadth: 182 * swell(share) ** 0.9,
    deck: -66 - 34 * rest ** 1.5,
    keel: 92 - 34 * rest ** 3,
    fullness: 0.55 + 1.1 * rest,
    side: 1,
  })
}

function aftSection(share: number): string {
  const rest = 1 - share
  return section({
    breadth: 171 * swell(share) ** 0.62,
    deck: -66 - 14 * rest ** 1.6,
    keel: 92 - 70 * rest ** 1.7,
    fullness: 0.42 + 0.5 * rest,
    side: -1,
  })
}

function swell(share: number): number {
  return Math.sin((Math.PI / 2) * Math.min(1, share * 1.02))
}

interface Section {
  breadth: number
  deck: number
  keel: number
  fullness: number
  side: 1 | -1
}

function section({ breadth, deck, keel, fullness, side }: Section): string {
  const points = Array.from({ length: 27 }, (_, step): Point => {
    const height = (step / 26) ** 2.1
    return [MIDDLE + side * breadth * height ** fullness, WATERLINE + keel + (deck - keel) * height]
  })
  return spline(points)
}
