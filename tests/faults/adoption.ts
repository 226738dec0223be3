import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { site } from '../../site.config.ts'
import { photographPages, withCamera } from '../../scripts/photograph-pages.ts'
import { listPublicPaths } from '../journeys/support/public-paths.ts'
import { startServer } from './started-server.ts'

const facts = {
  name: 'Granite Shore',
  tagline: 'Clear Plans. Solid Builds. Calm Growth.',
  description: 'Websites, apps and automation for small companies, from Duluth, Minnesota.',
  phone: '(218) 555-0123',
  email: 'hello@graniteshore.example',
  city: 'Duluth',
  state: 'MN',
  stateName: 'Minnesota',
  latitude: 46.7867,
  longitude: -92.1005,
  postalAddress: '1 Example Avenue, Duluth, MN 55802',
  timeZone: 'America/Chicago',
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  opens: '08:00',
  closes: '17:00',
  cities: ['Duluth', 'Superior', 'Hermantown', 'Two Harbors'],
  services: ['website-development', 'custom-apps', 'local-seo', 'strategic-consulting'],
  colors: { main: '#2a2f6b', signal: '#f0a000' },
  claims: {},
}

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
}

/**
 * Turns a clone of this checkout's last commit into another agency's website, builds it, reads every page, and captures them in
 * screenshots/adopted/.
 */
export async function adoptAndRead(): Promise<AdoptionReport> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-adoption-'))
  const started = Date.now()
  const root = join(folder, 'site')
  run(folder, 'git', ['clone', '--quiet', resolve('.'), root])
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts))
  run(root, process.execPath, ['scripts/run.mjs', 'adopt', join(folder, 'facts.json')])
  run(root, process.execPath, ['scripts/run.mjs', 'build'])
  const server = await startServer({ root, dataDirectory: join(folder, 'data') })
  const minutes = Math.round((Date.now() - started) / 6_000) / 10
  try {
    const report = await readSite(server.address)
    await photographSite(server.address)
    return { minutes, ...report, traces: [...report.traces, ...findOldPictures(root)] }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
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

async function readSite(origin: string): Promise<Omit<AdoptionReport, 'minutes'>> {
  const report: Omit<AdoptionReport, 'minutes'> = { addresses: 0, traces: [], dead: [] }
  const known = new Set(['/', ...unlinked])
  // A set takes additions while it is read.
  for (const address of known) {
    const response = await fetch(origin + address)
    if (response.status !== 200) report.dead.push(`${address}: ${response.status}`)
    const text = await response.text()
    for (const { 0: found, index } of text.matchAll(traces))
      report.traces.push(`${address}: ${found} in “${text.slice(Math.max(0, index - 40), index + 40)}”`)
    for (const [, link = ''] of text.matchAll(/\s(?:href|src)="(\/(?!\/)[^"#?]*)/g)) known.add(link)
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
    'Kindrel',
  ].join('|'),
  'gi',
)

function run(cwd: string, program: string, words: string[]): void {
  const { status } = spawnSync(program, words, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}.`)
}
