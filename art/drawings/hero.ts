import type { Browser } from '@playwright/test'
import { taglineLines, type TaglineLine } from '../../site.config.ts'
import { displayFace, rasterize, type Size, withPage } from '../browser.ts'
import { surveyChart, type ChartPlan } from '../chart/chart.ts'
import { chartSvg } from '../chart/chart-svg.ts'
import { night } from '../colors.ts'

interface HeroPlan extends Size {
  fontSize: number
  /** Upper left corner of each line of the tagline. The page places its letters there, too. */
  corners: readonly (readonly [left: number, top: number])[]
  chart: ChartPlan
  soundingSize: number
}

const kinds = ['wide', 'desktop', 'mobile'] as const
export type HeroKind = (typeof kinds)[number]

const desktop = {
  width: 1376,
  height: 790,
  fontSize: 212,
  corners: [
    [146, 22],
    [38, 206],
    [262, 390],
  ],
} as const

/** In windows from 1536 px the letters are as wide as the page, in the middle of a chart as wide as the window. */
const PAGE = 1472
const WINDOW = 2560
const enlarged = PAGE / desktop.width
const margin = (WINDOW - PAGE) / 2

const plans: Record<HeroKind, HeroPlan> = {
  wide: {
    width: WINDOW,
    height: 900,
    fontSize: desktop.fontSize * enlarged,
    corners: desktop.corners.map(([left, top]) => [margin + left * enlarged, top * enlarged]),
    chart: {
      seed: 7,
      levels: [
        6, 13, 21, 30, 40, 52, 66, 82, 100, 120, 142, 166, 192, 220, 250, 282, 320, 360, 405, 455, 510, 570,
      ],
      swell: 150,
      wavelength: 560,
      tolerance: 0.4,
      clear: [[margin, 640, margin + PAGE, 900]],
    },
    soundingSize: 12,
  },
  desktop: {
    ...desktop,
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
  },
  mobile: {
    width: 366,
    height: 640,
    fontSize: 96,
    corners: [
      [18, 16],
      [18, 98],
      [64, 180],
      [64, 262],
      [18, 344],
      [18, 426],
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
export async function heroSvg(browser: Browser, kind: HeroKind): Promise<string> {
  const plan = plans[kind]
  const land = await rasterize(browser, heroLetters(kind, taglineLines), plan)
  const { soundingSize } = plan
  return chartSvg(surveyChart(land, plan.chart), {
    palette: night,
    soundingSize,
    fit: 'xMidYMin slice',
    tide: true,
  })
}

/** Three lines on wide screens; a line for each word on narrow ones. */
function heroLetters(kind: HeroKind, tagline: readonly TaglineLine[]): string {
  const { fontSize, corners } = plans[kind]
  const texts =
    kind === 'mobile'
      ? tagline.flatMap(([first, second]) => [first, `${second}.`])
      : tagline.map(([first, second]) => `${first} ${second}.`)
  const style = `<style>b{position:absolute;font:730 ${fontSize}px/.86 Bricolage;letter-spacing:-.017em;white-space:nowrap}</style>`
  return (
    style +
    corners.map(([left, top], index) => `<b style="left:${left}px;top:${top}px">${texts[index]}</b>`).join('')
  )
}

/** Lines of a tagline that would end beyond the chart of the home page. */
export async function findWideLines(browser: Browser, tagline: readonly TaglineLine[]): Promise<string[]> {
  const wide = await Promise.all(
    kinds.map(async (kind) => {
      const { width, height } = plans[kind]
      return await withPage(browser, { width, height }, async (page) => {
        await page.setContent(`<style>${displayFace()}</style>${heroLetters(kind, tagline)}`)
        await page.evaluate(() => document.fonts.ready)
        return await page
          .locator('b')
          .evaluateAll(
            (lines, edge) =>
              lines
                .filter((line) => line.getBoundingClientRect().right > edge)
                .map((line) => line.textContent),
            width,
          )
      })
    }),
  )
  return wide.flat()
}
