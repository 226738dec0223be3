import { site } from '../../site.config.ts'
import { formatLatitude, formatLongitude } from '../../web/site/position.ts'
import type { Browser } from '@playwright/test'
import { rasterize, type Size } from '../browser.ts'
import { surveyChart, type ChartPlan } from '../chart/chart.ts'
import { chartSvg, LABEL_FACE } from '../chart/chart-svg.ts'
import { color, type Palette } from '../colors.ts'

const { latitude, longitude } = site.place
const lines = { ground: 'none', tints: [], line: '#9FD0C0', sounding: '#A9CFC3' } as const
const chartInk: Palette = {
  ground: 'none',
  tints: [],
  line: '#2B6C68',
  lineOpacity: [0.65, 0.3],
  sounding: color.kelp,
  soundingOpacity: 0.9,
}

/** Faint isobaths behind the footer. */
export async function footerSvg(browser: Browser): Promise<string> {
  const bank =
    '<b style="position:absolute;left:300px;top:640px;width:900px;height:260px;background:#fff;border-radius:130px"></b>'
  const palette: Palette = { ...lines, lineOpacity: [0.16, 0.08], soundingOpacity: 0 }
  return await watersSvg(browser, bank, {
    width: 1440,
    height: 820,
    palette,
    chart: {
      seed: 21,
      levels: [40, 80, 120, 160, 205, 250, 300, 350, 400, 460, 520, 580],
      cell: 6,
      swell: 190,
      wavelength: 420,
      near: 0,
      far: 240,
      tolerance: 0.6,
      smallest: 300,
    },
  })
}

/** Faint isobaths in the dashboard's bar: a strip, 56 px high, of a larger chart. */
export async function staffHeaderSvg(browser: Browser): Promise<string> {
  const bank =
    '<b style="position:absolute;left:1120px;top:-60px;width:420px;height:150px;background:#fff;border-radius:80px"></b>'
  const palette: Palette = { ...lines, lineOpacity: [0.26, 0.12], soundingOpacity: 0.45 }
  const chart = await watersSvg(browser, bank, {
    width: 1440,
    height: 170,
    palette,
    soundingSize: 9,
    fit: 'xMaxYMid slice',
    chart: {
      seed: 63,
      levels: [10, 22, 36, 52, 70, 90, 112, 136, 164, 196, 232, 272],
      cell: 4,
      swell: 110,
      wavelength: 240,
      near: 0,
      far: 140,
      tolerance: 0.5,
      smallest: 120,
      gap: 70,
      offshore: 20,
      clear: [
        [0, 0, 900, 170],
        [0, 0, 1440, 70],
        [1200, 90, 1440, 170],
      ],
    },
  })
  return chart.replace(
    'viewBox="0 0 1440 170" width="1440" height="170"',
    'viewBox="700 20 740 56" width="740" height="56"',
  )
}

/** The river and the barrier beach at our location, for the contact block. */
export async function placeMapSvg(browser: Browser): Promise<string> {
  const shores =
    '<b style="position:absolute;background:#fff;left:0;top:-40px;width:150px;height:300px;transform:skewX(-24deg)"></b>' +
    '<b style="position:absolute;background:#fff;left:226px;top:-20px;width:16px;height:260px;transform:skewX(-24deg);border-radius:9px"></b>'
  return await watersSvg(browser, shores, {
    width: 440,
    height: 190,
    palette: chartInk,
    soundingSize: 9,
    over: position,
    chart: {
      seed: 12,
      levels: [5, 11, 18, 27, 38, 50, 64, 80, 98, 118, 140],
      swell: 26,
      wavelength: 120,
      near: 4,
      far: 80,
      gap: 30,
      offshore: 12,
    },
  })
}

const label = `fill="${color.ink}" font-family="${LABEL_FACE}" font-size="11" stroke="${color.glassLight}" stroke-width="4" paint-order="stroke"`
const position =
  `<g transform="translate(158 104)"><circle r="5" fill="${color.buoy}"/><circle r="12" fill="none" stroke="${color.ink}"/><path d="M0-18V-8M0 8V18M-18 0H-8M8 0H18" stroke="${color.ink}"/></g>` +
  `<text x="184" y="100" ${label}>${formatLatitude(latitude)}</text><text x="184" y="114" ${label}>${formatLongitude(longitude)}</text>`

interface Waters extends Size {
  palette: Palette
  chart: ChartPlan
  soundingSize?: number
  over?: string
  fit?: 'xMaxYMid slice'
}

async function watersSvg(browser: Browser, shapes: string, waters: Waters): Promise<string> {
  const land = await rasterize(browser, shapes, waters)
  return chartSvg(surveyChart(land, waters.chart), waters)
}
