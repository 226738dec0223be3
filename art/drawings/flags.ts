import { color } from '../colors.ts'

export type FlagName = 'S' | 'O' | 'U' | 'N' | 'D' | 'A'

const field = 'M0 0h60v60H0z'
const checks =
  'M0 0h15v15H0zM30 0h15v15H30zM15 15h15v15H15zM45 15h15v15H45zM0 30h15v15H0zM30 30h15v15H30zM15 45h15v15H15zM45 45h15v15H45z'

/** Cells of each signal flag on a grid of sixty, in painting order. */
const flags: Record<FlagName, readonly (readonly [fill: string, d: string])[]> = {
  S: [
    [color.salt, field],
    [color.channel, 'M17 17h26v26H17z'],
  ],
  O: [
    [color.buoy, 'M0 0h60v60z'],
    [color.sand, 'M0 0v60h60z'],
  ],
  U: [
    [color.salt, field],
    [color.buoy, 'M0 0h30v30H0zM30 30h30v30H30z'],
  ],
  N: [
    [color.salt, field],
    [color.channel, checks],
  ],
  D: [
    [color.sand, field],
    [color.channel, 'M0 14h60v32H0z'],
  ],
  A: [
    [color.salt, field],
    [color.buoy, 'M0 0h12v60H0zM24 0h12v60H24zM48 0h12v60H48z'],
  ],
}

export const soundFlags: readonly FlagName[] = ['S', 'O', 'U', 'N', 'D']

/** A flag of the given side length with its upper left corner at (x, y). */
export function flagAt(name: FlagName, place: { x: number; y: number; side: number }): string {
  const cells = flags[name].map(([fill, d]) => `<path fill="${fill}" d="${d}"/>`).join('')
  return `<g transform="translate(${place.x} ${place.y}) scale(${place.side / 60})">${cells}</g>`
}

export function flagSvg(name: FlagName): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="60" height="60">${flagAt(name, { x: 0, y: 0, side: 60 })}</svg>\n`
}
