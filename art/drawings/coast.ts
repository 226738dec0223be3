import type { Browser } from '@playwright/test'
import { rasterize } from '../browser.ts'
import { surveyChart } from '../chart/chart.ts'
import { chartSvg, LABEL_FACE } from '../chart/chart-svg.ts'
import { color, type Palette } from '../colors.ts'

const SIZE = { width: 760, height: 760 }
const WEST = -78.34
const NORTH = 34.475
const DEGREE = 1000

type Position = readonly [latitude: number, longitude: number]

const palette: Palette = {
  ground: '#A9D3C3',
  tints: [
    [0, '#B0D7C8'],
    [3, color.glass],
    [6, '#C0DFD3'],
    [9, color.day],
  ],
  line: '#2B6C68',
  lineOpacity: [0.6, 0.25],
  sounding: color.kelp,
  soundingOpacity: 0.8,
}

/** The mainland from the sounds in the north to the Brunswick beaches, drawn by eye from public charts. */
const mainland: readonly Position[] = [
  [34.6, -78.5],
  [34.6, -77.44],
  [34.42, -77.58],
  [34.37, -77.7],
  [34.3, -77.76],
  [34.25, -77.815],
  [34.2, -77.845],
  [34.12, -77.875],
  [34.08, -77.893],
  [34.03, -77.9],
  [33.965, -77.93],
  [33.955, -77.945],
  [34.0, -77.945],
  [34.06, -77.925],
  [34.12, -77.932],
  [34.18, -77.948],
  [34.235, -77.953],
  [34.29, -77.96],
  [34.29, -77.972],
  [34.235, -77.965],
  [34.18, -77.967],
  [34.11, -77.955],
  [34.04, -77.955],
  [33.98, -77.975],
  [33.92, -78.005],
  [33.912, -78.04],
  [33.925, -78.12],
  [33.925, -78.24],
  [33.91, -78.5],
]
const beaches: readonly (readonly Position[])[] = [
  [
    [34.4, -77.565],
    [34.36, -77.625],
    [34.335, -77.668],
    [34.33, -77.66],
    [34.355, -77.615],
    [34.395, -77.555],
  ],
  [
    [34.3, -77.712],
    [34.275, -77.745],
    [34.268, -77.738],
    [34.294, -77.704],
  ],
  [
    [34.235, -77.775],
    [34.19, -77.81],
    [34.184, -77.803],
    [34.23, -77.766],
  ],
  [
    [34.16, -77.835],
    [34.07, -77.876],
    [34.066, -77.868],
    [34.156, -77.826],
  ],
  [
    [33.895, -78.005],
    [33.862, -77.995],
    [33.842, -77.958],
    [33.885, -77.962],
  ],
  [
    [33.912, -78.06],
    [33.908, -78.23],
    [33.9, -78.23],
    [33.898, -78.06],
  ],
]

/**
 * The six cities in the order of `site.cities`, then the county; the last area, nationwide, is off the sheet.
 */
const fixes: readonly Position[] = [
  [34.2257, -77.9447],
  [34.2085, -77.7964],
  [34.0352, -77.8936],
  [34.2563, -78.0447],
  [34.3677, -77.7105],
  [33.9216, -78.0203],
  [34.05, -78.2],
]

/** The coast we serve with numbered fixes, for the local SEO page. The numbers match the list on that page. */
export async function coastSvg(browser: Browser): Promise<string> {
  const shores = [mainland, ...beaches]
    .map((shore) => `M${shore.map((position) => place(position).join(' ')).join('L')}z`)
    .join('')
  const shape = `<svg width="${SIZE.width}" height="${SIZE.height}" style="display:block"><path fill="#fff" stroke="#fff" stroke-width="3" stroke-linejoin="round" d="${shores}"/></svg>`
  const land = await rasterize(browser, shape, SIZE)
  const chart = surveyChart(land, {
    seed: 26,
    levels: [5, 11, 19, 29, 41, 55, 71, 89, 109, 131, 155, 181, 209, 239],
    cell: 3,
    swell: 90,
    wavelength: 300,
    near: 8,
    far: 120,
    tolerance: 0.4,
    smallest: 120,
    gap: 52,
    offshore: 16,
  })
  const ground = `<path fill="${color.sandLight}" stroke="${color.ink}" stroke-width="1.25" stroke-linejoin="round" d="${shores}"/>`
  return chartSvg(chart, {
    palette,
    over: larger + ground + fixes.map(fix).join('') + bearing,
    soundingSize: 10,
  })
}

/** On a narrow screen the chart shrinks, so its numbers grow to stay readable. */
const larger = '<style>@media (max-width:480px){.n{transform:scale(1.7)}}</style>'

function place([latitude, longitude]: Position): readonly [x: number, y: number] {
  const narrowing = Math.cos((34.2 * Math.PI) / 180)
  return [
    Math.round((longitude - WEST) * DEGREE * narrowing * 10) / 10,
    Math.round((NORTH - latitude) * DEGREE * 10) / 10,
  ]
}

function fix(position: Position, index: number): string {
  const [x, y] = place(position)
  return `<g transform="translate(${x} ${y})">${numbered(index + 1, index === 0)}</g>`
}

function numbered(number: number, home = false): string {
  const figure = `<text y="5" text-anchor="middle" font-family="${LABEL_FACE}" font-size="14" font-weight="600" fill="${color.ink}">${number}</text>`
  return `<g class="n"><circle r="15" fill="${home ? color.buoy : color.salt}" stroke="${color.ink}" stroke-width="1.5"/>${figure}</g>`
}

const bearing = `<g transform="translate(668 596)"><path d="M15 0H92" stroke="${color.ink}" stroke-width="1.5" stroke-dasharray="5 5"/><path d="M70-7L84 0 70 7z" fill="${color.ink}"/>${numbered(8)}</g>`
