import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { site } from '../../site.config.ts'
import { exampleFacts } from '../../scripts/adopt/facts.ts'
import { photographPages, withCamera } from '../../scripts/photograph-pages.ts'
import { listPublicPaths } from '../journeys/support/public-paths.ts'
import { startServer } from './started-server.ts'

/** Addresses that no page links to. */
const unlinked = [
  '/login',
  '/sitemap.xml',
  '/robots.txt',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/site.webmanifest',
  '/.well-known/security.txt',
]

export interface AdoptionReport {
  /** From the clone to the first answer of the finished site. */
  minutes: number
  addresses: number
  /** URLs that still name the original agency, each with the text found, and pictures that were not drawn again. */
  traces: string[]
  /** Links that lead nowhere. */
  dead: string[]
  /** Checks and unit tests that fail there. */
  failed: string[]
}

/**
 * Turns a clone of this checkout's last commit into another agency's website, builds it, reads every page with its scripts and
 * styles, and captures them in screenshots/adopted/. Then runs the checks and the unit tests that hold for every agency.
 */
export async function adoptAndRead(): Promise<AdoptionReport> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-adoption-'))
  const started = Date.now()
  const root = join(folder, 'site')
  run(folder, 'git', ['clone', '--quiet', resolve('.'), root])
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(exampleFacts))
  run(root, process.execPath, ['scripts/run.mjs', 'adopt', join(folder, 'facts.json')])
  run(root, process.execPath, ['scripts/run.mjs', 'build'])
  const server = await startServer({ root, dataDirectory: join(folder, 'data') })
  const minutes = Math.round((Date.now() - started) / 6_000) / 10
  try {
    const report = await readSite(server.address)
    await photographSite(server.address)
    return {
      minutes,
      ...report,
      traces: [...report.traces, ...findOldPictures(root)],
      failed: checkCode(root),
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

/** What must pass in every agency's checkout. Checks formatting too, so adopted files have to be formatted. */
function checkCode(root: string): string[] {
  const tests = ['features/site/', './web/', 'scripts/adopt/', 'server/pages/claims.test.ts']
  const checks = {
    'npm run check': ['scripts/run.mjs', 'check'],
    'unit tests': ['node_modules/vitest/vitest.mjs', 'run', ...tests],
  }
  return Object.entries(checks).flatMap(([name, words]) =>
    spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' }).status === 0 ? [] : [name],
  )
}

/** Pictures that are the same file as in this checkout. */
function findOldPictures(root: string): string[] {
  return globSync('public/**/*.{svg,png,ico,webp,avif}', { cwd: root }).filter(
    (file) => existsSync(file) && readFileSync(file).equals(readFileSync(join(root, file))),
  )
}

async function photographSite(url: string): Promise<void> {
  const paths = await listPublicPaths(url)
  await withCamera((browser) =>
    photographPages(browser, { url, paths, widths: [390, 1440], folder: 'screenshots/adopted' }),
  )
}

type Reading = Pick<AdoptionReport, 'addresses' | 'traces' | 'dead'>

async function readSite(origin: string): Promise<Reading> {
  const report: Reading = { addresses: 0, traces: [], dead: [] }
  const known = new Set(['/', ...unlinked])
  // A set takes additions while it is read.
  for (const address of known) {
    const response = await fetch(origin + address)
    if (response.status !== 200) report.dead.push(`${address}: ${response.status}`)
    const text = await response.text()
    for (const { 0: found, index } of text.matchAll(traces))
      report.traces.push(`${address}: ${found} in “${text.slice(Math.max(0, index - 40), index + 40)}”`)
    for (const [, link = ''] of text.matchAll(/\s(?:href|src)="(\/(?!\/)[^"#?]*)/g)) known.add(link)
    // Scripts and styles that scripts load.
    for (const [, name = ''] of text.matchAll(/["'`(](?:\/?assets|\.)\/([\w.$-]+\.(?:js|css))\b/g))
      known.add(`/assets/${name}`)
    for (const [, picture = ''] of text.matchAll(/"og:image" content="https?:\/\/[^/]+([^"]*)/g))
      known.add(picture)
    report.addresses += 1
  }
  return report
}

/**
 * Everything that names the agency the product comes with, its places and its sample clients. The demonstration on the home page
 * keeps its made-up shop.
 */
const traces = new RegExp(
  [
    site.name,
    site.tagline,
    site.place.stateName,
    'Cape Fear',
    ...site.cities,
    ...(site.county === null ? [] : [site.county]),
    site.phone.display.replaceAll(/[()]/g, '\\$&'),
    site.phone.e164.slice(2),
    'Porchlight',
    'Saltgrass',
    String.raw`\bcoast(?:al)?\b`,
    'Kindrel',
  ].join('|'),
  'gi',
)

function run(cwd: string, program: string, words: string[]): void {
  const { status } = spawnSync(program, words, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}.`)
}
