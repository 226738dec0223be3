import { writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { bodyPlanSvg } from './body-plan.ts'
import { countYears, tideLineSvg, yearsSvg } from './curves.ts'
import { deskSvg } from './desks.ts'
import { dayChartSvg, hoistSvg } from './flag-charts.ts'
import { harborCharts } from './harbor-chart.ts'
import { heroSvg } from './hero.ts'
import { hullSvg } from './hulls.ts'
import { notFoundSvg } from './not-found.ts'
import { fixSvg, pingSvg, spliceSvg, tackleSvg } from './schematics.ts'
import { serviceSchematics } from './service-schematics.ts'
import { symbolSvgs } from './symbols.ts'
import { staffHeaderSvg, footerSvg } from './waters.ts'

type Drawing = (browser: Browser) => string | Promise<string>

const kinds = ['desktop', 'mobile'] as const

/** Header of each service page: its flag, and a seed for its water. */
const serviceCharts = [
  ['ai-automation', 'S', 6],
  ['website-development', 'O', 11],
  ['custom-apps', 'U', 27],
  ['local-seo', 'N', 38],
  ['strategic-consulting', 'D', 52],
  ['social-media', 'A', 64],
] as const

/** Every drawing of the site by file name in `web/assets/art`. */
const drawings: Record<string, Drawing> = {
  'hero-wide': (browser) => heroSvg(browser, 'wide'),
  ...Object.fromEntries(
    kinds.flatMap((kind): [string, Drawing][] => [
      [`hero-${kind}`, (browser) => heroSvg(browser, kind)],
      [`not-found-${kind}`, (browser) => notFoundSvg(browser, kind)],
      [`hoist-${kind}`, (browser) => hoistSvg(browser, kind)],
      ...serviceCharts.map(([service, name, seed]): [string, Drawing] => [
        `day-${service}-${kind}`,
        (browser) => dayChartSvg(browser, { name, seed, kind }),
      ]),
    ]),
  ),
  ...Object.fromEntries(
    (['skiff', 'sloop', 'cutter', 'schooner'] as const).map((name) => [`hull-${name}`, () => hullSvg(name)]),
  ),
  ...Object.fromEntries(symbolSvgs().map(([name, svg]) => [`symbol-${name}`, () => svg])),
  'body-plan': bodyPlanSvg,
  'desk-technical': (browser) => deskSvg(browser, 'technical'),
  'desk-creative': (browser) => deskSvg(browser, 'creative'),
  'staff-header': staffHeaderSvg,
  'footer-isobaths': footerSvg,
  'schematic-fix': fixSvg,
  'schematic-ping': pingSvg,
  'schematic-splice': spliceSvg,
  'schematic-tackle': tackleSvg,
  'tide-line': tideLineSvg,
  ...harborCharts,
  ...serviceSchematics,
  years: () => yearsSvg(countYears()),
}

export async function makeDrawings(browser: Browser, folder: URL): Promise<void> {
  for (const [name, draw] of Object.entries(drawings)) {
    const svg = await draw(browser)
    writeFileSync(new URL(`${name}.svg`, folder), svg)
    console.log(`${name}.svg ${(svg.length / 1024).toFixed(1)} KB`)
  }
}
