import { listPublicPaths, samplePaths } from '../../tests/journeys/support/public-paths.ts'
import { startSite } from '../../tests/journeys/support/running-site.ts'
import { writeRows, median, table, type Row } from './bench-table.ts'
import { runLighthouse, type Run } from './bench-browser.ts'

const RUNS = 3
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

export interface MeasuredPages {
  /** Empty for every public page. */
  paths: string[]
  /** Whether to write the table into the documentation. */
  write: boolean
}

/** Lighthouse for each page and sample site, the median of three runs, on its own server. */
export async function measurePages({ paths, write }: MeasuredPages): Promise<void> {
  const site = await startSite({})
  const rows: Row[] = []
  for (const path of paths.length > 0 ? paths : [...(await listPublicPaths(site.url)), ...samplePaths]) {
    const runs: Run[] = []
    for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(site.url + path))
    const problems = [...new Set(runs.flatMap((run) => run.problems))]
    console.log([path, ...row(path, runs).slice(1)].join('  '), problems.length > 0 ? problems : '')
    rows.push(row(path, runs))
  }
  await site.stop()
  console.log(`\n${table(HEAD, rows)}`)
  if (write) writeRows({ document: 'docs/performance.md', name: 'pages', head: HEAD }, rows)
}

function row(path: string, runs: readonly Run[]): Row {
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
