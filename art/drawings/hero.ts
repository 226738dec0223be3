import type { Browser } from '@playwright/test'
import { rasterize, type Size } from '../browser.ts'
import { surveyChart, type ChartPlan } from '../chart/chart.ts'
import { chartSvg } from '../chart/chart-svg.ts'
import { night } from '../colors.ts'

interface HeroPlan extends Size {
  fontSize: number
  /** Lines of the tagline with the upper left corner of each. The page places its letters there, too. */
  lines: readonly (readonly [text: string, left: number, top: number])[]
  chart: ChartPlan
  soundingSize: number
  legend?: string
}

const legend =
  '<text transform="translate(1364 588) rotate(-90)" fill="#A9CFC3" font-size="10.5">Approaches to the Cape Fear River. Soundings in feet at mean lower low water.</text>'

const plans: Record<'desktop' | 'mobile', HeroPlan> = {
  desktop: {
    width: 1376,
    height: 790,
    fontSize: 212,
    lines: [
      ['Smart Strategy.', 146, 22],
      ['Creative Builds.', 38, 206],
      ['Real Growth.', 262, 390],
    ],
    chart: {
      seed: 7,
      levels: [6, 13, 21, 30, 40, 52, 66, 82, 100, 120, 142, 166, 192, 220, 250, 282, 320],
      swell: 120,
      wavelength: 520,
      clear: [
        [20, 604, 1340, 800],
        [1340, 0, 1376, 800],
      ],
    },
    soundingSize: 10.5,
    legend,
  },
  mobile: {
    width: 366,
    height: 640,
    fontSize: 96,
    lines: [
      ['Smart', 18, 16],
      ['Strategy.', 18, 98],
      ['Creative', 64, 180],
      ['Builds.', 64, 262],
      ['Real', 18, 344],
      ['Growth.', 18, 426],
    ],
    chart: {
      seed: 7,
      levels: [3.5, 7, 11.5, 17, 23, 30, 38, 48, 60, 74, 90, 108, 128, 150],
      cell: 2,
      swell: 60,
      wavelength: 240,
      near: 5,
      far: 70,
      ripple: 1.2,
      tolerance: 0.6,
      smallest: 40,
      gap: 30,
      offshore: 14,
      clear: [[0, 530, 366, 660]],
    },
    soundingSize: 8.5,
  },
}

/** The chart of the home page: the water around the letters of the tagline. */
export async function heroSvg(browser: Browser, kind: 'desktop' | 'mobile'): Promise<string> {
  const plan = plans[kind]
  const style = `<style>b{position:absolute;font:730 ${plan.fontSize}px/.86 Bricolage;letter-spacing:-.017em;white-space:nowrap}</style>`
  const letters = plan.lines
    .map(([text, left, top]) => `<b style="left:${left}px;top:${top}px">${text}</b>`)
    .join('')
  const land = await rasterize(browser, style + letters, plan)
  const { soundingSize, legend: over } = plan
  return chartSvg(surveyChart(land, plan.chart), {
    palette: night,
    over,
    soundingSize,
    fit: 'xMidYMin slice',
    tide: true,
  })
}
