import { color } from '../colors.ts'
import { round, spline, steps, type Point } from './lines.ts'
import { dot, sheet, signal, solid, wideSheet, words } from './schematics.ts'

/** A month with three posts a week, and today's post. */
export function calendar(): string {
  const days = ['M', 'T', 'W', 'T', 'F', 'S', 'S'].map((day, column) =>
    words(cell(column, 0)[0] + 29, 72, day),
  )
  const lines = [
    ...steps(8).map((column) => `M${117 + column * 58} 84V308`),
    ...steps(5).map((row) => `M117 ${84 + row * 56}H523`),
  ]
  const posts = steps(4).flatMap((row) =>
    [1, 3, 5 - (row % 2)].map((column) => {
      const [x, y] = cell(column, row)
      if (row === 2 && column === 3)
        return `<path d="M${x} ${y}h58v56h-58z" ${signal}/><path d="M${x + 16} ${y + 24}h26M${x + 16} ${y + 33}h16"/>`
      return `<path d="M${x + 10} ${y + 10}h38v36h-38z" fill="${row < 2 ? color.glass : color.salt}"/><path d="M${x + 16} ${y + 24}h26M${x + 16} ${y + 33}h16" stroke-opacity=".6"/>`
    }),
  )
  return sheet(`<path d="${lines.join('')}" stroke-opacity=".55"/>${days.join('')}${posts.join('')}`)
}

/** A question hoisted on one mast, and the answering pennant close up on the other. */
export function answer(): string {
  const pennant = `<path d="M0 0V56L96 40V16z" fill="${color.salt}"/><path d="M16 2.7V53.3L32 50.7V5.3zM48 8V48L64 45.300V10.700zM80 13.300V42.700L96 40V16z" ${signal}/>`
  return sheet(
    `<path d="M40 316H600"/>${mast(170)}${mast(430)}<path d="M116 84V300M484 84V300" stroke-opacity=".5"/>` +
      `<g transform="translate(62 96)"><path d="M0 0h54v54H0z" fill="${color.salt}"/><path d="M15 15h24v24H15z" ${solid}/></g><g transform="translate(62 158)"><path d="M0 0h54v54H0z" fill="${color.ink}"/><path d="M0 18h54v18H0z" fill="${color.salt}"/></g><g transform="translate(62 220)"><path d="M0 0h54v54H0z" fill="${color.salt}"/><path d="M0 0h54L0 54z" fill="${color.ink}"/></g>` +
      `<g transform="translate(484 96)">${pennant}</g><g stroke-dasharray="2 5"><path d="M200 124C260 88 330 88 398 116M398 190C330 218 260 218 200 190"/></g>${words(300, 70, 'question')}${words(300, 222, 'answer', { side: 'below' })}`,
  )
}

/** Rings around an address: the ad only reaches, and you only pay for, people inside the chosen ring. */
export function reach(): string {
  const [x, y] = [320, 180]
  const people = steps(86).map((step) => {
    const [radius, angle] = [22 * Math.sqrt(step + 3), step * 2.4]
    return { at: [round(x + radius * Math.cos(angle) * 1.25), round(y + radius * Math.sin(angle))] as const }
  })
  const dots = people.map(({ at: [personX, personY] }) => {
    const distance = Math.hypot(personX - x, personY - y)
    const behindWords = personX > 440 && personY < 92
    if (personY < 16 || personY > 344 || behindWords || Math.abs(distance - 118) < 9) return ''
    const inside = distance < 118
    return inside
      ? dot(personX, personY, 4.5)
      : `<circle cx="${personX}" cy="${personY}" r="4" stroke-opacity=".55"/>`
  })
  return sheet(
    `<circle cx="${x}" cy="${y}" r="118" fill="${color.glassLight}" stroke-width="2.25"/><g stroke-opacity=".3"><circle cx="${x}" cy="${y}" r="40"/><circle cx="${x}" cy="${y}" r="79"/><circle cx="${x}" cy="${y}" r="157"/></g>${dots.join('')}` +
      `<path d="M${x - 12} ${y - 12}h24v24h-24z" ${signal}/><path d="M404 96L452 56" />${words(458, 54, ['the line', 'you drew'], { anchor: 'start', side: 'beside' })}`,
  )
}

/** Inquiries as bars, and likes as the weather above them. */
export function tally(): string {
  const counts = [22, 34, 30, 52, 61, 84, 97, 138]
  const bars = counts.map((count, index) => {
    const fill = index === counts.length - 1 ? color.buoy : color.ink
    return `<path d="M${108 + index * 54} ${290 - count}h30V290h-30z" fill="${fill}"/>`
  })
  const likes = steps(23).map((step): Point => [
    96 + step * 20,
    104 + 30 * Math.sin(step * 1.7) + 16 * Math.sin(step * 0.9 + 1),
  ])
  return sheet(
    `<path d="M84 290H560"/><path d="${spline(likes)}" stroke-dasharray="2 4"/>${bars.join('')}${words(96, 52, 'likes', { anchor: 'start' })}${words(501, 302, 'inquiries', { side: 'below' })}`,
  )
}

/** Phone use during one week, with five numbered moments on the curve; the last is the signal. */
export function week(width: number): string {
  const height = 240
  const shore = height - 34
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const x = (hour: number) => (hour / 168) * width
  const y = (hour: number) => {
    const activity = days.flatMap((_, day) =>
      countCrests(day).map(([at, breadth, height]) => height * crest(hour, day * 24 + at, breadth)),
    )
    return shore - 12 - 128 * activity.reduce((sum, part) => sum + part, 0)
  }
  const curve = steps(169).map((hour): Point => [x(hour), y(hour)])
  const lines = days.map((_, day) => `M${round(x(day * 24))} 14V${shore + 10}`)
  const hours = steps(56).map((step) => `M${round(x(step * 3))} ${shore}v5`)
  const labels = days.map(
    (day, index) =>
      `<text x="${round(x(index * 24 + 12))}" y="${height - 8}" text-anchor="middle">${day}</text>`,
  )
  const moments = [8.5, 36.2, 67.75, 84.2, 129.3].map((hour, index) => {
    return `<g transform="translate(${round(x(hour))} ${round(y(hour))})"><circle r="1.15em" fill="${index === 4 ? color.buoy : color.salt}" stroke="${color.ink}"/><text dominant-baseline="central" text-anchor="middle" stroke="none" fill="${color.ink}" font-weight="600">${index + 1}</text></g>`
  })
  return wideSheet(
    width,
    height,
    `<path d="${lines.join('')}" stroke-opacity=".25"/><path d="M0 ${shore}H${width}${hours.join('')}"/><path d="${spline(curve)}" stroke-width="1.75"/>${moments.join('')}<g fill="${color.ink}" stroke="none">${labels.join('')}</g>`,
  )
}

function cell(column: number, row: number) {
  return [117 + column * 58, 84 + row * 56] as const
}

function mast(x: number) {
  return `<path d="M${x} 44V316" stroke-width="3"/><path d="M${x - 74} 84H${x + 74}" stroke-width="2.25"/>`
}

function crest(hour: number, at: number, breadth: number) {
  return Math.exp(-(((hour - at) / breadth) ** 2))
}

/** Hour, breadth and height of the crests of a day: three on workdays, two on weekends. */
function countCrests(day: number) {
  return day < 5
    ? ([
        [8, 1.8, 0.5],
        [12.4, 2, 0.68],
        [20, 2.8, 0.95],
      ] as const)
    : ([
        [10.5, 3, 0.8],
        [19.5, 3.2, 0.85],
      ] as const)
}
