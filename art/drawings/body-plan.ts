import { LABEL_FACE } from '../chart/chart-svg.ts'
import { color } from '../colors.ts'
import { labelSizes } from './labels.ts'
import { round, spline, type Point } from './lines.ts'

const [MIDDLE, WATERLINE] = [210, 150]
/** The frames on each side by their share of the half ship; every other one has a number. */
const NUMBERED = [1 / 6, 3 / 6, 1]
const BETWEEN = [2 / 6, 4 / 6, 5 / 6]

/**
 * Cross sections of a hull: the fore half on the right, the aft half on the left. Six frames are numbered from the bow, like
 * the six things in the list beside the drawing.
 */
export function bodyPlanSvg(): string {
  const waterlines = [-40, -20, 0, 20, 40, 60].map(
    (y) => `<path d="M0 ${WATERLINE + y}H420"${y === 0 ? ' stroke-opacity="1"' : ''}/>`,
  )
  const buttocks = [-209.5, -160, -120, -80, -40, 40, 80, 120, 160, 209.5].map((x) => `M${MIDDLE + x} 46V254`)
  const frames = [...NUMBERED.map(foreFrame), ...NUMBERED.toReversed().map(aftFrame)]
  const between = [...BETWEEN.map(foreFrame), ...BETWEEN.map(aftFrame)]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 300" width="420" height="300" fill="none" stroke="${color.ink}" font-family="${LABEL_FACE}">${labelSizes(420, 12)}<g stroke-opacity=".35">${waterlines.join('')}<path d="${buttocks.join('')}"/><path d="${between.map(outline).join('')}"/></g>` +
    `<path d="M${MIDDLE} 30V262"/><path stroke-width="1.5" d="${frames.map(outline).join('')}"/>` +
    `<g fill="${color.ink}" stroke="none"><g text-anchor="middle">${frames.map(numberFrame).join('')}</g><text x="414" y="${WATERLINE}" dy=".97em" text-anchor="end" stroke="${color.glass}" stroke-width=".4em" stroke-linejoin="round" paint-order="stroke">waterline</text></g></svg>\n`
  )
}

interface Frame {
  breadth: number
  deck: number
  keel: number
  fullness: number
  side: 1 | -1
}

function foreFrame(share: number): Frame {
  const rest = 1 - share
  return {
    breadth: 182 * swell(share) ** 0.9,
    deck: -66 - 34 * rest ** 1.5,
    keel: 92 - 34 * rest ** 3,
    fullness: 0.55 + 1.1 * rest,
    side: 1,
  }
}

function aftFrame(share: number): Frame {
  const rest = 1 - share
  return {
    breadth: 171 * swell(share) ** 0.62,
    deck: -66 - 14 * rest ** 1.6,
    keel: 92 - 70 * rest ** 1.7,
    fullness: 0.42 + 0.5 * rest,
    side: -1,
  }
}

function swell(share: number): number {
  return Math.sin((Math.PI / 2) * Math.min(1, share * 1.02))
}

function outline({ breadth, deck, keel, fullness, side }: Frame): string {
  const points = Array.from({ length: 27 }, (_, step): Point => {
    const height = (step / 26) ** 2.1
    return [MIDDLE + side * breadth * height ** fullness, WATERLINE + keel + (deck - keel) * height]
  })
  return spline(points)
}

/** Beside the end of the deck. */
function numberFrame({ breadth, deck, side }: Frame, index: number): string {
  return `<text x="${round(MIDDLE + side * (breadth + 10))}" y="${round(WATERLINE + deck - 4)}">${index + 1}</text>`
}
