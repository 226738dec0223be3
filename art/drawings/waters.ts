import type { Browser } from '@playwright/test'
import { rasterize, type Size } from '../browser.ts'
import { surveyChart, type ChartPlan } from '../chart/chart.ts'
import { chartSvg } from '../chart/chart-svg.ts'
import type { Palette } from '../colors.ts'

const lines = { ground: 'none', tints: [], line: '#9FD0C0', sounding: '#A9CFC3' } as const
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

interface Waters extends Size {
  palette: Palette
  chart: ChartPlan
  soundingSize?: number
  fit?: 'xMaxYMid slice'
}

async function watersSvg(browser: Browser, shapes: string, waters: Waters): Promise<string> {
  const land = await rasterize(browser, shapes, waters)
  return chartSvg(surveyChart(land, waters.chart), waters)
}
