import { LABEL_FACE } from '../chart/chart-svg.ts'
import { color } from '../colors.ts'
import { hullShapes, profileCurve, type HullShape } from './hull-shapes.ts'
import { labelSizes } from './labels.ts'
import { polyline, round, spline, type Point } from './lines.ts'

const FRAME = { width: 336, height: 410, waterline: 300 }
const STATIONS = Array.from({ length: 61 }, (_, index) => index / 60)

/** Profile of a boat with its stations, waterlines, buttocks and sails, all four on the same waterline. */
export function hullSvg(name: keyof typeof hullShapes): string {
  const hull = hullShapes[name]
  const outline = outlinePath(hull)
  const left = Math.round((FRAME.width - hull.length) / 2 - hull.shift)
  const inside = `clip-path="url(#${name})"`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME.width} ${FRAME.height}" width="${FRAME.width}" height="${FRAME.height}">` +
    labelSizes(FRAME.width, 12) +
    `<defs><clipPath id="${name}"><path d="${outline}"/></clipPath></defs>` +
    `<g transform="translate(${left} ${FRAME.waterline})" fill="none" stroke="${color.ink}" stroke-linejoin="round">` +
    `${hull.rig}${hull.fin ? `<path d="${hull.fin}" fill="${color.glassLight}"/>` : ''}<path d="${outline}" fill="${color.salt}" stroke="none"/>` +
    `<g ${inside} stroke-opacity=".3"><path d="${grid(hull)}"/></g><g ${inside} stroke-opacity=".85"><path d="${buttocks(hull)}"/></g>` +
    `<path d="${outline}" stroke-width="1.75"/>${dimension(hull)}</g></svg>\n`
  )
}

function outlinePath({ length, sheer, keel }: HullShape): string {
  const [deck, bottom] = [profileCurve(sheer), profileCurve(keel)]
  const top = STATIONS.map((along): Point => [along * length, -deck(along)])
  const below = STATIONS.map((along): Point => [along * length, -bottom(along)])
  return `${polyline([...top, ...below.toReversed()])}z`
}

/** Intersections of the hull with planes parallel to the keel. */
function buttocks({ length, sheer, keel, breadth, fullness }: HullShape): string {
  const [deck, bottom, beam] = [profileCurve(sheer), profileCurve(keel), profileCurve(breadth)]
  return [0.22, 0.4, 0.57, 0.72, 0.86]
    .map((plane) =>
      STATIONS.filter((along) => plane < beam(along)).map((along): Point => {
        const height = (plane / beam(along)) ** (1 / (fullness[0] + fullness[1] * along))
        return [along * length, -(bottom(along) + height * (deck(along) - bottom(along)))]
      }),
    )
    .filter((line) => line.length > 5)
    .map((line) => spline(line.filter((_, index) => index % 3 === 0 || index === line.length - 1)))
    .join('')
}

function grid({ length }: HullShape): string {
  const stations = Array.from({ length: 11 }, (_, index) => `M${round((length * index) / 10)}-70V90`)
  const waterlines = [-24, -12, 12, 24].map((height) => `M-10 ${height}H${length + 10}`)
  return [...stations, ...waterlines].join('')
}

/** The length over all, as a dimension line below the hull. */
function dimension({ length, lengthOverAll }: HullShape): string {
  const middle = length / 2
  return (
    `<path d="M0 78V90M${length} 78V90M0 84H${length}"/><path d="M0 84l7-2.6v5.2zM${length} 84l-7-2.6v5.2z" fill="${color.ink}" stroke="none"/>` +
    `<text x="${middle}" y="84" text-anchor="middle" dominant-baseline="central" stroke="${color.glassLight}" stroke-width=".6em" paint-order="stroke" fill="${color.ink}" font-family="${LABEL_FACE}">${lengthOverAll}</text>`
  )
}
