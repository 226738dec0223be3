import type { Browser } from '@playwright/test'
import { rasterize, type Size } from '../browser.ts'
import { surveyChart, type ChartPlan } from '../chart/chart.ts'
import { chartSvg } from '../chart/chart-svg.ts'
import { day, night, type Palette } from '../colors.ts'
import { flagAt, soundFlags, type FlagName } from './flags.ts'

interface FlagChart extends Size {
  flags: readonly (readonly [name: FlagName, x: number, y: number])[]
  side: number
  palette: Palette
  chart: ChartPlan
  soundingSize: number
  fit?: 'xMidYMin slice'
}

const deepLevels = [6, 13, 21, 30, 40, 52, 66, 82, 100, 120, 142, 166, 192, 220, 250, 282, 320]

/** Header of a service page by day: the service's flag is the island. `seed` varies the water. */
export async function dayChartSvg(
  browser: Browser,
  { name, seed, kind }: { name: FlagName; seed: number; kind: 'desktop' | 'mobile' },
): Promise<string> {
  const usual = { seed, levels: deepLevels, cell: 4, near: 6, tolerance: 0.45, smallest: 120, offshore: 26 }
  const plan: FlagChart =
    kind === 'desktop'
      ? {
          width: 1376,
          height: 640,
          flags: [[name, 906, 118]],
          side: 372,
          palette: day,
          soundingSize: 10.5,
          fit: 'xMidYMin slice',
          chart: { ...usual, swell: 150, wavelength: 400, far: 120, gap: 58, clear: [[0, 0, 800, 640]] },
        }
      : {
          width: 366,
          height: 300,
          flags: [[name, 190, 62]],
          side: 150,
          palette: day,
          soundingSize: 8.5,
          fit: 'xMidYMin slice',
          chart: { ...usual, swell: 70, wavelength: 180, far: 70, cell: 2, gap: 34 },
        }
  return await flagChartSvg(browser, plan)
}

/** The hoist on the sign-in screen: the five flags that spell SOUND, in deep water. */
export async function hoistSvg(browser: Browser, kind: 'desktop' | 'mobile'): Promise<string> {
  const plan: FlagChart =
    kind === 'desktop'
      ? {
          width: 760,
          height: 900,
          flags: soundFlags.map((name, index) => [name, 317, 95 + index * 146]),
          side: 126,
          palette: night,
          soundingSize: 10.5,
          chart: {
            seed: 33,
            levels: deepLevels.slice(0, 16),
            cell: 4,
            swell: 120,
            wavelength: 360,
            near: 6,
            far: 110,
            tolerance: 0.45,
            smallest: 120,
            gap: 56,
          },
        }
      : {
          width: 366,
          height: 170,
          flags: soundFlags.map((name, index) => [name, 49 + index * 56, 62]),
          side: 44,
          palette: night,
          soundingSize: 8.5,
          chart: {
            seed: 19,
            levels: [3.5, 7, 11.5, 17, 23, 30, 38, 48, 60, 74, 90],
            cell: 2,
            swell: 50,
            wavelength: 150,
            near: 4,
            far: 50,
            tolerance: 0.25,
            smallest: 30,
            gap: 32,
            offshore: 14,
          },
        }
  return await flagChartSvg(browser, plan)
}

async function flagChartSvg(browser: Browser, plan: FlagChart): Promise<string> {
  const { flags, side, palette, soundingSize, fit } = plan
  const islands = flags.map(
    ([, x, y]) =>
      `<b style="position:absolute;background:#fff;left:${x}px;top:${y}px;width:${side}px;height:${side}px"></b>`,
  )
  const land = await rasterize(browser, islands.join(''), plan)
  const over = flags.map(([name, x, y]) => flagAt(name, { x, y, side })).join('')
  return chartSvg(surveyChart(land, plan.chart), { palette, over, soundingSize, fit })
}
