import { LABEL_FACE } from '../chart/chart-svg.ts'
import { color } from '../colors.ts'
import { labelSizes } from './labels.ts'
import { polyline, round, type Point } from './lines.ts'

/** Two stations and the echoes between them: an assistant answers a visitor. */
export function pingSvg(): string {
  const arcs = Array.from({ length: 9 }, (_, index) => {
    const [radius, angle, opacity] = [
      56 + index * 30,
      0.602 - 0.018 * index,
      (0.925 - 0.075 * index).toFixed(2),
    ]
    const [x, rise] = [radius * Math.cos(angle), radius * Math.sin(angle)]
    const [top, bottom] = [round(180 - rise), round(180 + rise)]
    return (
      `<path d="M${round(96 + x)} ${top}A${radius} ${radius} 0 0 1 ${round(96 + x)} ${bottom}" stroke-opacity="${opacity}"/>` +
      `<path d="M${round(544 - x)} ${top}A${radius} ${radius} 0 0 0 ${round(544 - x)} ${bottom}" stroke-dasharray="3 4" stroke-opacity="${opacity}"/>`
    )
  })
  return sheet(
    `<path d="M96 180H544" stroke-dasharray="1 5"/>${arcs.join('')}${disc(96, 180, 20)}${disc(544, 180, 20)}${dot(96, 180, 5)}` +
      `<path d="M535 171h18v18h-18z" fill="${color.ink}" stroke="none"/>${disc(320, 180, 9, color.buoy)}` +
      words(96, 218, 'visitor', { side: 'below' }) +
      words(544, 218, 'assistant', { side: 'below' }) +
      words(320, 204, 'reply', { side: 'below' }),
  )
}

/** A tackle with five sheaves: a small pull moves a large load. */
export function tackleSvg(): string {
  const sheave = (x: number, y: number) =>
    `${disc(x, y, 26)}<circle cx="${x}" cy="${y}" r="20" stroke-opacity=".4"/>${dot(x, y, 4)}`
  const hatching = Array.from({ length: 20 }, (_, index) => `M${128 + index * 20} 34l10-12`).join('')
  const upper = [206, 310, 414]
  return sheet(
    `<path d="M120 34H520" stroke-width="3"/><path d="${hatching}" stroke-opacity=".5"/><path d="${upper.map((x) => `M${x} 34V84`).join('')}"/>` +
      `${upper.map((x) => sheave(x, 84)).join('')}${[258, 362].map((x) => sheave(x, 236)).join('')}` +
      '<path d="M180 316V84A26 26 0 0 1 232 84V236A26 26 0 0 0 284 236V84A26 26 0 0 1 336 84V236A26 26 0 0 0 388 236V84A26 26 0 0 1 440 84V166" stroke-width="2.25"/>' +
      `<path d="M258 236L310 286 362 236M310 286v14"/><path d="M276 300h68v44h-68z" fill="${color.buoy}"/>${dot(440, 170, 4)}<path d="M180 316l-6-12h12z" fill="${color.ink}"/>` +
      words(360, 322, 'the load', { anchor: 'start', side: 'beside' }) +
      words(166, 298, ['your', 'effort'], { anchor: 'end', side: 'beside' }),
  )
}

/** Three bearings that cross in one small triangle: your position. */
export function fixSvg(): string {
  const [x, y] = [338, 196]
  const stations = [
    { at: [92, 292], label: '069°', miss: [6, -10] },
    { at: [118, 84], label: '117°', miss: [-9, 5] },
    { at: [470, 44], label: '221°', miss: [8, 9] },
  ] as const
  const bearings = stations.map(({ at: [fromX, fromY], label, miss }) => {
    const [alongX, alongY] = [x + miss[0] - fromX, y + miss[1] - fromY]
    const beyond = 1 + 90 / Math.hypot(alongX, alongY)
    const [labelX, labelY] = [round(fromX + alongX * 0.42), round(fromY + alongY * 0.42)]
    const turn = round((Math.atan2(alongY, alongX) * 180) / Math.PI + (alongX < 0 ? 180 : 0))
    return (
      `<path d="M${fromX} ${fromY}L${round(fromX + alongX * beyond)} ${round(fromY + alongY * beyond)}"/>${disc(fromX, fromY, 13)}<path d="M${fromX} ${fromY - 8}l7 12h-14z" fill="${color.ink}" stroke="none"/>` +
      `<g transform="rotate(${turn} ${labelX} ${labelY})">${words(labelX, labelY - 6, label)}</g>`
    )
  })
  const ticks = Array.from({ length: 72 }, (_, index) => {
    const angle = (index * 5 * Math.PI) / 180
    const end = (radius: number) =>
      `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`
    return `M${end(106)}L${end(index % 6 ? 112 : 118)}`
  })
  return sheet(
    `<path d="${ticks.join('')}" stroke-opacity=".55"/><circle cx="${x}" cy="${y}" r="106" stroke-opacity=".35"/>${bearings.join('')}` +
      `<path d="M330 184l22 10-10 16z" fill="${color.buoy}"/><circle cx="${x}" cy="${y}" r="30" stroke-width="1.75"/><path d="M368 200l110 10" stroke-dasharray="1 4"/>${words(488, 211, ['you are', 'here'], { anchor: 'start', side: 'beside' })}`,
  )
}

/** Four strands of one rope: calendar, email, phone and accounts become one record. */
export function spliceSvg(): string {
  const strands = [
    { label: 'Calendar', y: 70 },
    { label: 'Email', y: 143 },
    { label: 'Phone', y: 216 },
    { label: 'Accounts', y: 290 },
  ]
  const lengths = [
    [46, 250] as const,
    ...Array.from({ length: 15 }, (_, index) => [250 + index * 20.4, 250 + (index + 1) * 20.4] as const),
  ]
  const rope = lengths.flatMap(([from, to]) => {
    const middle = (from + to) / 2
    const order = strands
      .map((_, index) => index)
      .toSorted((a, b) => Math.cos(turn(middle, a)) - Math.cos(turn(middle, b)))
    return order.map((strand) => {
      const run = (start: number, end: number) =>
        polyline(
          Array.from(
            { length: Math.ceil((end - start) / 5) + 1 },
            (_, step, x = Math.min(end, start + step * 5)): Point => [
              x,
              strandHeight(x, strand, strands[strand]?.y ?? 0),
            ],
          ),
        )
      return `<path d="${run(from, to)}" stroke="${color.salt}" stroke-width="8"/><path d="${run(from - 2, to + 2)}" stroke-width="2.25"/>`
    })
  })
  const ends = strands.map(({ label, y }) => {
    const outside =
      y < 180
        ? words(30, y - 18, label, { anchor: 'start' })
        : words(30, y + 18, label, { anchor: 'start', side: 'below' })
    return `<path d="M30 ${y - 8}h16v16h-16z" fill="${color.ink}" stroke="none"/>${outside}`
  })
  return sheet(
    `${rope.join('')}<path d="M556 180H640" stroke-width="2.25"/>${ends.join('')}${disc(586, 180, 22, color.buoy)}${words(628, 212, 'one record', { anchor: 'end', side: 'below' })}`,
  )
}

/** Height of a strand, which starts at `from`, joins the rope and turns around its center. */
function strandHeight(x: number, strand: number, from: number): number {
  const share = Math.min(1, Math.max(0, (x - 150) / 170))
  const laid = share * share * (3 - 2 * share)
  const width = 22 * laid * (x > 500 ? Math.max(0, 1 - (x - 500) / 60) : 1)
  return from + (180 - from) * laid + width * Math.sin(turn(x, strand))
}

/** Turn of a strand around the rope. */
function turn(x: number, strand: number): number {
  return (x - 300) / 26 + (strand * Math.PI) / 2
}

/** Solid ink, and the signal color of a drawing. */
export const solid = `fill="${color.ink}" stroke="none"`
export const signal = `fill="${color.buoy}"`

export function sheet(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360" fill="none" stroke="${color.ink}" stroke-width="1.25" font-family="${LABEL_FACE}">${labelSizes(640, 13)}${content}</svg>\n`
}

/** A sheet across all columns. */
export function wideSheet(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke="${color.ink}" stroke-width="1.25" font-family="${LABEL_FACE}">${labelSizes(width, 13)}${content}</svg>\n`
}

export function disc(x: number, y: number, radius: number, fill: string = color.salt): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

export function dot(x: number, y: number, radius: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color.ink}" stroke="none"/>`
}

/** Baselines of the first and the next lines, in em from `y`: a larger label grows away from what it names. */
const LINES = {
  above: (index: number, count: number) => (index - count + 1) * LINE_HEIGHT,
  beside: (index: number, count: number) => 0.35 + (index - (count - 1) / 2) * LINE_HEIGHT,
  below: (index: number) => 0.74 + index * LINE_HEIGHT,
}
const LINE_HEIGHT = 1.2

interface Place {
  anchor?: 'start' | 'middle' | 'end'
  /** Where the label is, seen from `y`. */
  side?: keyof typeof LINES
}

/** A label of one or more lines with a halo, so that no line crosses its letters. */
export function words(
  x: number,
  y: number,
  text: string | readonly string[],
  { anchor = 'middle', side = 'above' }: Place = {},
): string {
  const lines = [text].flat()
  const texts = lines.map((line, index) => {
    const fall = Number(LINES[side](index, lines.length).toFixed(2))
    return `<text x="${x}" y="${y}"${fall === 0 ? '' : ` dy="${fall}em"`}>${line}</text>`
  })
  return `<g text-anchor="${anchor}" fill="${color.ink}" stroke="${color.salt}" stroke-width=".4em" stroke-linejoin="round" paint-order="stroke">${texts.join('')}</g>`
}
