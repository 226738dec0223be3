import { color } from '../colors.ts'

const signal = `stroke="${color.buoy}"`
const lamp = `fill="${color.buoy}" stroke="none"`
const solid = `fill="${color.glass}"`

/** Six symbols of a chart legend for dark backgrounds, on a grid of sixty-four. */
const symbols = {
  light: `<circle cx="32" cy="40" r="4" ${solid}/><path d="M32 40L8 12M32 40L56 12M32 46v12M24 58h16"/><path d="M12 17a30 30 0 0 1 40 0" ${signal} stroke-width="4"/>`,
  buoy: `<path d="M22 44L32 16l10 28z"/><circle cx="32" cy="12" r="4" ${lamp}/><path d="M6 46c8-6 12 6 20 0s12 6 20 0 8 2 12 0M6 55c8-6 12 6 20 0s12 6 20 0 8 2 12 0"/>`,
  pilot: `<circle cx="32" cy="32" r="24"/><path d="M32 14l13 18-13 18-13-18z"/><circle cx="32" cy="32" r="4" ${lamp}/>`,
  anchor:
    '<circle cx="32" cy="13" r="5"/><path d="M32 18v38M22 26h20M10 38c0 12 10 18 22 18s22-6 22-18M10 38l-4 6M10 38l6 4M54 38l4 6M54 38l-6 4"/>',
  radar: `<circle cx="32" cy="32" r="24"/><circle cx="32" cy="32" r="15" stroke-dasharray="2 3"/><circle cx="32" cy="32" r="4" ${solid}/><path d="M32 32L50 16" ${signal} stroke-width="3"/>`,
  lead: `<path d="M4 14h56M32 14v30"/><path d="M27 44h10l3 14H24z" ${solid}/><path d="M27 22h10M27 30h10" ${signal} stroke-width="3"/>`,
}

export function symbolSvgs(): [name: string, svg: string][] {
  return Object.entries(symbols).map(([name, content]) => [name, sheet(content)])
}

function sheet(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" fill="none" stroke="${color.glass}" stroke-width="1.5">${content}</svg>\n`
}
