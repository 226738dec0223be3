import { color } from '../colors.ts'
import { round, spline, steps, type Point } from './lines.ts'
import { disc, dot, sheet, signal, solid, wideSheet, words } from './schematics.ts'

/** Four inquiries on their way through four stages; one waits for its next step. */
export function stages(): string {
  const [last, waiting] = [512, { x: 392, y: 136 }]
  const columns = ['inquiry', 'quote', 'job', 'review'].map((label, index) => ({
    label,
    x: 152 + index * 120,
  }))
  const tracks = [4, 2, 3, 1].map((reached, index) => {
    const y = 78 + index * 58
    const reachedAt = columns.slice(0, reached)
    const end = reachedAt.at(-1)?.x ?? 0
    const ahead = y === waiting.y ? waiting.x : last
    return (
      `<path d="M88 ${y}H${end}" stroke-width="2.25"/><path d="M${end} ${y}H${ahead}" stroke-dasharray="1 5"/><path d="M76 ${y - 6}h12v12H76z" ${solid}/>` +
      reachedAt.map(({ x }) => disc(x, y, 8)).join('') +
      dot(end, y, 4)
    )
  })
  // The line has a gap for the text about the next step.
  const rule = (x: number) => (x === last ? `M${x} 48V120M${x} 152V284` : `M${x} 48V284`)
  return sheet(
    `<path d="${columns.map(({ x }) => rule(x)).join('')}" stroke-opacity=".3"/>${tracks.join('')}${columns.map(({ label, x }) => words(x, 302, label, { side: 'below' })).join('')}` +
      `<circle cx="${waiting.x}" cy="${waiting.y}" r="12" ${signal}/>${words(412, 136, 'call Tuesday', { anchor: 'start', side: 'beside' })}`,
  )
}

/** A measured curve, a limit, and the moment it is exceeded. */
export function threshold(): string {
  const [left, right, base] = [84, 560, 288]
  const level = (x: number) =>
    214 - 26 * Math.sin((x - left) / 42) - 14 * Math.sin((x - left) / 17) - 92 * ((x - left) / 476) ** 2.4
  const curve = steps(61).map((step): Point => [left + step * 8, level(left + step * 8)])
  const crossing = curve.find(([x, y]) => x > 380 && y < 134) ?? [right, 134]
  const ticks = steps(18).map((step) => `M${left + step * 28} ${base}v${step % 3 === 0 ? 10 : 5}`)
  const heights = steps(5).map((step) => `M${left} ${base - 52 * step}h-8`)
  return sheet(
    `<path d="M${left} 56V${base}H${right}"/><path d="${ticks.join('')}${heights.join('')}"/><path d="M${left} 134H${right}" stroke-dasharray="6 5"/><path d="${spline(curve)}" stroke-width="2.25"/><path d="M${round(crossing[0])} ${round(crossing[1])}V${base}" stroke-dasharray="1 4"/>` +
      `<circle cx="${round(crossing[0])}" cy="${round(crossing[1])}" r="10" ${signal}/>${words(96, 124, 'act here', { anchor: 'start' })}${words(round(crossing[0]), 306, 'today', { side: 'below' })}`,
  )
}

/** A flight of locks from the side: each level is higher, and one gate is open. */
export function locks(): string {
  const basins = ['request', 'check', 'approve', 'done'].map((label, index) => ({
    label,
    left: 56 + index * 132,
    water: 250 - index * 48,
  }))
  const water = basins.map(
    ({ left, water: y }) =>
      `<path d="M${left} ${y}h132V${y + 52}H${left}z" fill="${color.glassLight}" stroke="none"/><path d="M${left} ${y}h132"/><path d="M${left + 12} ${y + 14}h46M${left + 40} ${y + 26}h58" stroke-opacity=".35"/>`,
  )
  const bed = `M56 302${basins.map(({ left, water: y }) => `V${y + 52}H${left + 132}`).join('')}V306H56z`
  const gates = basins
    .slice(1)
    .map(({ left, water: y }) => `M${left} ${y - 14}V${y + 100}`)
    .join('')
  const labels = basins.map(({ label, left }) => words(left + 66, 320, label, { side: 'below' }))
  return sheet(
    `${water.join('')}<path d="${bed}" fill="${color.salt}"/><path d="${gates}" stroke-width="5"/>${labels.join('')}` +
      `<path d="M338 146H438C432 162 420 168 388 168S346 162 338 146z" ${signal}/><path d="M384 146V92L424 138H384"/><path d="M100 226C180 214 190 190 244 178S300 150 326 140" stroke-dasharray="2 5"/>`,
  )
}

/** A harbor from above: one entrance with its light, and three piers. */
export function harbor(): string {
  const piers = ['clients', 'staff', 'partners'].map((label, index) => ({ label, y: 98 + index * 82 }))
  const drawn = piers.map(({ label, y }) => {
    const berths = steps(5).map((step) => `M${352 + step * 26} ${y - 20}V${y + 20}`)
    return `<path d="M332 ${y}H484" stroke-width="5"/><path d="${berths.join('')}"/>${words(494, y, label, { anchor: 'start', side: 'beside' })}`
  })
  return sheet(
    `<path d="M484 40V322" stroke-width="2.25"/><path d="M484 40C360 30 210 44 190 142" stroke-width="7"/><path d="M484 322C360 332 210 318 190 220" stroke-width="7"/>${drawn.join('')}` +
      `<g stroke-dasharray="2 5"><path d="M60 181H326M214 181C256 180 264 104 326 98M214 181C256 182 264 256 326 262"/></g><path d="M46 181l-10-7h26c8 0 16 3 20 7-4 4-12 7-20 7H36z" fill="${color.salt}"/>` +
      `<circle cx="190" cy="142" r="11" ${signal}/>${disc(190, 220, 8)}${words(172, 128, ['one', 'sign-in'], { anchor: 'end' })}`,
  )
}

/** A course of four legs on a wide sheet: a waypoint above each step of the list below. */
export function course(): string {
  const [width, height] = [1344, 190]
  const waypoints = [128, 66, 112, 44].map((y, index): Point => [21 + index * 342, y])
  const bearings = waypoints.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = waypoints[index] ?? [0, 0]
    const turn = round((Math.atan2(y - fromY, x - fromX) * 180) / Math.PI)
    const label = `${`${Math.round(90 + turn)}`.padStart(3, '0')}°`
    return `<g transform="translate(${(x + fromX) / 2} ${(y + fromY) / 2}) rotate(${turn})"><text y="-10" text-anchor="middle">${label}</text></g>`
  })
  const ticks = steps(48).map((step) => `M${step * 28.5 + 0.5} ${height - 1}v${step % 4 === 0 ? -12 : -6}`)
  const marks = waypoints.map(
    ([x, y], index) =>
      `<path d="M${x} ${y}V${height}" stroke-dasharray="1 4"/><circle cx="${x}" cy="${y}" r="20" fill="${index === 3 ? color.buoy : color.salt}"/><circle cx="${x}" cy="${y}" r="3.500" ${solid}/>`,
  )
  return wideSheet(
    width,
    height,
    `<path d="${ticks.join('')}M0 ${height - 0.5}H${width}"/><path d="M${waypoints.map((point) => point.join(' ')).join('L')}" stroke-width="2.25"/><path d="M1062 44C1150 52 1240 30 1344 40" stroke-width="2.25" stroke-dasharray="7 6"/>${marks.join('')}<g fill="${color.ink}" stroke="none">${bearings.join('')}</g>`,
  )
}
