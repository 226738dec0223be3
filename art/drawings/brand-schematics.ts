import { color } from '../colors.ts'
import { steps } from './lines.ts'
import { disc, dot, sheet, signal, solid, words } from './schematics.ts'

/** A logo of a client, constructed from circles on a grid; the dot is its only color. */
export function logo(): string {
  const grid = [
    ...steps(13).map((step) => `M${176 + step * 24} 48V312`),
    ...steps(12).map((step) => `M176 ${48 + step * 24}H464`),
  ]
  return sheet(
    `<path d="${grid.join('')}" stroke-opacity=".16"/><g stroke-dasharray="3 4" stroke-opacity=".6"><path d="M152 240a156 156 0 0 1 312 0M236 240a96 96 0 0 1 192 0M140 240H484M320 30V336"/></g>` +
      `<g stroke-width="2.5" fill="${color.salt}"><path d="M308 84V240H212C222 180 256 122 308 84z"/><path d="M332 144V240H428C424 190 388 150 332 144z"/><path d="M200 262H440C424 296 392 312 320 312S216 296 200 262z" fill="${color.ink}"/></g><circle cx="320" cy="66" r="11" ${signal}/>` +
      `<path d="M492 84V312M486 84H498M486 312H498"/>${words(508, 198, ['19', 'units'], { anchor: 'start', side: 'beside' })}`,
  )
}

/** A page of brand guidelines: clear space, colors and three type sizes. */
export function guidelines(): string {
  const swatches = [color.ink, color.channel, color.glass, color.sand, color.buoy]
  return sheet(
    `<path d="M72 48H568V312H72zM320 48V312"/><path d="M120 96H272V264H120z" stroke-dasharray="3 4"/><path d="M152 128H240V232H152z" stroke-opacity=".45"/><path d="M192 138V196H158C162 172 174 152 192 138z" fill="${color.ink}"/><path d="M202 158V196H236C234 178 222 162 202 158z" fill="${color.ink}"/><path d="M154 206H238C232 220 222 226 196 226S160 220 154 206z" fill="${color.ink}"/>` +
      `<path d="M120 112H152M240 112H272M136 264V232M256 96V128"/>${words(136, 90, 'x')}${words(256, 90, 'x')}${words(114, 248, 'x', { anchor: 'end', side: 'beside' })}` +
      swatches
        .map((fill, index) => `<path d="M${348 + index * 40} 84h32v56h-32z" fill="${fill}"/>`)
        .join('') +
      `<path d="M348 184H540" stroke-width="14"/><path d="M348 220H508" stroke-width="7"/><path d="M348 246H540M348 258H540M348 270H460" stroke-width="2.5"/>`,
  )
}

/** Products with the logo: a letterhead, a card, a sign and a van, all to one scale. */
export function materials(): string {
  return sheet(
    `<path d="M40 300H600"/><path d="M84 84h112v152H84z" fill="${color.salt}"/>${sail(104, 104, 1)}<path d="M100 150h80M100 162h80M100 174h80M100 186h48" stroke-opacity=".5"/><path d="M152 196h84v48h-84z" fill="${color.salt}"/>${sail(164, 208, 0.9)}<path d="M196 214h28M196 224h20" stroke-opacity=".5"/>` +
      `<path d="M276 92h76v76h-76z" fill="${color.salt}"/>${sail(292, 106, 1.9)}<path d="M288 168V300M340 168V300"/>` +
      `<path d="M388 284V176a10 10 0 0 1 10-10H506l40 50 38 10a12 12 0 0 1 10 12V284z" fill="${color.salt}" stroke-width="1.75"/><path d="M514 178l28 38H500V178z" stroke-opacity=".7"/><path d="M484 166V284" stroke-opacity=".4"/>${sail(408, 190, 2.1)}<path d="M388 254H594" stroke="${color.buoy}" stroke-width="7"/>${disc(432, 284, 17)}${disc(548, 284, 17)}${dot(432, 284, 4)}${dot(548, 284, 4)}`,
  )
}

/** A small version of the mark in `logo`. */
function sail(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})" ${solid}><path d="M11 0V16H0C1 10 5 4 11 0zM13.500 6V16H23C22 11 19 7 13.500 6zM-1 18H24C22 22 19 23 11.500 23S1 22-1 18z"/></g>`
}
