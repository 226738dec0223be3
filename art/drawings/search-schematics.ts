import { color } from '../colors.ts'
import { round, steps, type Point } from './lines.ts'
import { disc, sheet, signal, words } from './schematics.ts'

/** A light and its four sectors, each for one thing people search for. */
export function light(): string {
  const [x, y] = [320, 182]
  const sectors = [
    { label: 'hours', from: 200, to: 244 },
    { label: 'photos', from: 250, to: 290 },
    { label: 'answers', from: 296, to: 340 },
    { label: 'reviews', from: 60, to: 120 },
  ]
  const at = (radius: number, degrees: number): Point => {
    const angle = (degrees * Math.PI) / 180
    return [round(x + radius * Math.cos(angle)), round(y + radius * Math.sin(angle))]
  }
  const arc = (radius: number, from: number, to: number) =>
    `M${at(radius, from).join(' ')}A${radius} ${radius} 0 0 1 ${at(radius, to).join(' ')}`
  const drawn = sectors.map(({ label, from, to }) => {
    const edges = [from, to].map((edge) => `M${at(26, edge).join(' ')}L${at(128, edge).join(' ')}`)
    const [labelX, labelY] = at(143, (from + to) / 2)
    const anchor = labelX < x - 40 ? 'end' : labelX > x + 40 ? 'start' : 'middle'
    return (
      `<path d="${edges.join('')}" stroke-dasharray="2 4"/><path d="${[52, 73, 94].map((radius) => arc(radius, from, to)).join('')}" stroke-opacity=".4"/><path d="${arc(112, from, to)}" stroke-width="5"/>` +
      words(labelX, labelY, label, { anchor, side: label === 'reviews' ? 'below' : 'above' })
    )
  })
  const ticks = steps(72).map(
    (step) => `M${at(128, step * 5).join(' ')}L${at(step % 6 ? 132 : 137, step * 5).join(' ')}`,
  )
  return sheet(
    `<path d="${ticks.join('')}" stroke-opacity=".35"/>${drawn.join('')}${disc(x, y, 22)}<circle cx="${x}" cy="${y}" r="11" ${signal}/>`,
  )
}

/** Two aligned marks lead the first of three boats straight into the channel. */
export function range(): string {
  return sheet(
    `<path d="M24 40C200 60 300 132 430 148H640M24 320C200 300 300 228 430 212H640" /><path d="M24 58C196 78 296 142 430 154H640M24 302C196 282 296 218 430 206H640" stroke-opacity=".3"/><path d="M70 180H640" stroke-dasharray="6 5"/>` +
      `${tower(486, 46)}${tower(582, 92)}${boat(300, 180, 0, color.buoy)}${boat(170, 126, 14, color.salt)}${boat(110, 256, -16, color.salt)}` +
      words(300, 166, '1') +
      words(170, 110, '2') +
      words(110, 240, '3') +
      words(522, 220, 'listings', { anchor: 'end', side: 'below' }) +
      words(582, 220, 'site', { side: 'below' }),
  )
}

function boat(x: number, y: number, turn: number, fill: string) {
  return `<path d="M-20-9H4C14-8 20-4 24 0 20 4 14 8 4 9H-20z" transform="translate(${x} ${y}) rotate(${turn})" fill="${fill}"/>`
}

function tower(x: number, height: number) {
  return `<path d="M${x - 13} 180L${x} ${180 - height}L${x + 13} 180z" fill="${color.ink}"/><path d="M${x} 180V208"/>`
}
