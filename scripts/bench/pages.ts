import { readFileSync, writeFileSync } from 'node:fs'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { runLighthouse, type Run } from './lighthouse-run.ts'
import { median, table } from './table.ts'

const RUNS = 3
const DOCUMENT = 'docs/performance.md'
const BETWEEN = ['<!-- pages -->', '<!-- /pages -->'] as const
const HEAD = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'LCP s',
  'TBT ms',
  'CLS',
  'HTML kB',
  'JS kB',
  'CSS kB',
  'fonts kB',
  'images kB',
]

interface PagesOptions {
  /** Empty: every public page. */
  paths: string[]
  /** Whether the table goes into the documentation. */
  write: boolean
}

/** Lighthouse for each page, the median of three runs, on a server of its own. */
export async function measurePages({ paths, write }: PagesOptions): Promise<void> {
  const site = await startSite({})
  const rows: (string | number)[][] = []
  for (const path of paths.length > 0 ? paths : await publicPaths(site.url)) {
    const runs: Run[] = []
    for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(site.url + path))
    const problems = [...new Set(runs.flatMap((run) => run.problems))]
    console.log([path, ...row(path, runs).slice(1)].join('  '), problems.length > 0 ? problems : '')
    rows.push(row(path, runs))
  }
  await site.stop()
  console.log(`\n${table(HEAD, rows)}`)
  if (write) writeTable(table(HEAD, rows))
}

/** The pages of the sitemap; of the articles one, as all are made alike. */
async function publicPaths(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  return [...paths.filter((path) => !isArticle(path)), ...paths.filter(isArticle).slice(0, 1)]
}

function isArticle(path: string): boolean {
  return path.startsWith('/blog/')
}

function row(path: string, runs: readonly Run[]): (string | number)[] {
  const of = (read: (run: Run) => number) => median(runs.map(read))
  const medians = (read: (run: Run) => number[]) =>
    (runs[0] ? read(runs[0]) : []).map((_, index) => of((run) => read(run)[index] ?? Number.NaN))
  return [
    path,
    ...medians((run) => run.scores),
    (of((run) => run.largestPaint) / 1000).toFixed(2),
    Math.round(of((run) => run.blocked)),
    of((run) => run.layoutShift).toFixed(3),
    ...medians((run) => run.bytes).map((bytes) => (bytes / 1000).toFixed(1)),
  ]
}

function writeTable(text: string): void {
  const [start, end] = BETWEEN
  const document = readFileSync(DOCUMENT, 'utf8')
  const from = document.indexOf(start)
  const to = document.indexOf(end)
  if (from === -1 || to === -1) throw new Error(`${DOCUMENT} has no place marked ${start} … ${end}`)
  writeFileSync(DOCUMENT, `${document.slice(0, from)}${start}\n\n${text}\n\n${document.slice(to)}`)
}
