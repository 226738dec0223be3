import { chromium, type Page } from '@playwright/test'
import { findAccessibilityProblems } from '../../tests/journeys/support/accessibility.ts'
import { listPublicPaths, samplePaths } from '../../tests/journeys/support/public-paths.ts'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { findChromium } from '../find-chromium.ts'
import { writeRows, table, type Row } from './bench-table.ts'
import type { MeasuredPages } from './pages-bench.ts'

const WIDTHS = [390, 768, 1440]
const HEAD = ['page', ...WIDTHS.map((width) => `${width} px`)]

/** Counts axe violations on each page at three widths, on its own server. */
export async function countAccessibilityProblems({ paths, write }: MeasuredPages): Promise<void> {
  const site = await startSite({})
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  const rows: Row[] = []
  const everything = [...(await listPublicPaths(site.url)), ...samplePaths, '/404', '/login']
  for (const path of paths.length > 0 ? paths : everything) {
    await page.goto(site.url + path, { waitUntil: 'networkidle' })
    rows.push([path, ...(await countAtEachWidth(page, path))])
  }
  await browser.close()
  await site.stop()
  console.log(table(HEAD, rows))
  if (write) writeRows({ document: 'docs/accessibility.md', name: 'axe', head: HEAD }, rows)
}

async function countAtEachWidth(page: Page, path: string): Promise<number[]> {
  const counts: number[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const problems = await findAccessibilityProblems(page)
    for (const { id, nodes } of problems) console.log(`${path} at ${width} px: ${id}`, nodes)
    counts.push(problems.length)
  }
  return counts
}
