import type { Browser } from '@playwright/test'
import { rasterize, type Size } from '../browser.ts'
import { surveyChart, type ChartPlan } from '../chart/chart.ts'
import { chartSvg } from '../chart/chart-svg.ts'
import { outline } from '../outline.ts'
import { color, night } from '../colors.ts'

interface NotFoundPlan extends Size {
  fontSize: number
  left: number
  top: number
  chart: ChartPlan
  soundingSize: number
}

const plans: Record<'desktop' | 'mobile', NotFoundPlan> = {
  desktop: {
    width: 1376,
    height: 700,
    fontSize: 470,
    left: 300,
    top: 90,
    soundingSize: 10.5,
    chart: {
      seed: 17,
      levels: [6, 13, 21, 30, 40, 52, 66, 82, 100, 120, 142, 166, 192, 220, 250, 282],
      swell: 110,
      wavelength: 420,
      near: 8,
      far: 120,
      tolerance: 0.35,
      smallest: 100,
      gap: 56,
    },
  },
  mobile: {
    width: 366,
    height: 300,
    fontSize: 180,
    left: 44,
    top: 60,
    soundingSize: 8.5,
    chart: {
      seed: 17,
      levels: [3.5, 7, 11.5, 17, 23, 30, 38, 48, 60, 74, 90, 108],
      cell: 1.5,
      swell: 60,
      wavelength: 160,
      near: 4,
      far: 60,
      tolerance: 0.2,
      smallest: 20,
      gap: 30,
      offshore: 14,
    },
  },
}

/** The chart of the 404 page: the number as an island. */
export async function notFoundSvg(browser: Browser, kind: 'desktop' | 'mobile'): Promise<string> {
  const plan = plans[kind]
  const number = `<b style="position:absolute;left:${plan.left}px;top:${plan.top}px;font:760 ${plan.fontSize}px/.8 Bricolage;letter-spacing:-.02em">404</b>`
  const land = await rasterize(browser, number, plan)
  const over = `<path fill="${color.sand}" fill-rule="evenodd" d="${await outline(browser, number, plan)}"/>`
  return chartSvg(surveyChart(land, plan.chart), { palette: night, over, soundingSize: plan.soundingSize })
}
