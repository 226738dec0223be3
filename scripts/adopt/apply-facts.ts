import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { claims, services, type Claim } from '../../site.config.ts'
import { editValue } from './edit-value.ts'
import { describeGuaranteed, describeHours, describeTypical, type Facts } from './facts.ts'
import { recolor } from './recolor.ts'

/** Writes an agency's facts and colors into a checkout of the product and removes the content about the sample agency. */
export function applyFacts(root: string, facts: Facts, wordmarkScale: number): void {
  edit(root, 'site.config.ts', (text) => writeFacts(text, facts, new Date()))
  edit(root, 'features/site/content/our-work.ts', removeProjects)
  edit(root, 'web/assets/pictures.ts', removeSamplePictures)
  edit(root, 'features/site/content/local-seo.ts', (text) =>
    editValue(editValue(text, 'notes', [], {}), 'areasWords', [], AREAS),
  )
  edit(root, 'features/site/content/about.ts', (text) => editValue(text, 'story', [], null))
  edit(root, 'features/blog/demo-posts.ts', (text) => editValue(text, 'demoPosts', [], []))
  for (const path of SAMPLES) rmSync(join(root, path), { recursive: true, force: true })
  edit(root, 'web/styles/tokens.css', (text) =>
    text.replace(/--wordmark-scale: [\d.]+/, `--wordmark-scale: ${wordmarkScale}`),
  )
  edit(root, 'README.md', (text) => text.replace(/^# .*/, `# ${facts.name}`))
  edit(root, 'package.json', (text) =>
    text.replace(/"name": "[^"]*"/, `"name": "${facts.name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}"`),
  )
  if (facts.colors === undefined) return
  for (const file of globSync([COLORED, 'art/sources/*.svg'], { cwd: root, exclude: isTest }))
    edit(root, file, (text) => recolor(text, facts.colors ?? { main: '', signal: '' }))
}

/** The sample projects and tests of them, and pictures that are drawn again for the content that is left. */
const SAMPLES = [
  'public/samples',
  'public/work',
  'public/covers',
  'public/og',
  'server/pages/samples.test.ts',
  'tests/journeys/samples.long.spec.ts',
  // It adopts the sample agency.
  'scripts/adopt/adopt.test.ts',
]

const AREAS = { title: 'Where we work.', lede: 'People search by town and by neighborhood. So do we.' }

function removeProjects(text: string): string {
  const empty: [constant: string, value: unknown][] = [
    ['portfolio', { note: 'Projects', lede: 'Our first projects will be shown here.' }],
    ['projects', []],
    ['caseStudies', {}],
  ]
  return empty
    .reduce((changed, [constant, value]) => editValue(changed, constant, [], value), text)
    .replace('import { pictures, type Picture }', 'import type { Picture }')
    .replace(/^const LIGHT = .*\n\n/m, '')
}

/** `public/work`, and the social images of the sample projects' pages. */
function removeSamplePictures(text: string): string {
  return editValue(text, 'pictures', [], {}).replaceAll(/^ *'our-work\/.*\n/gm, '')
}

/** Files with colors of the brand. */
const COLORED = '{web,features,art}/**/*.{ts,tsx,css}'

function isTest(path: string): boolean {
  return /\.(test|spec|fixture)\./.test(path)
}

function edit(root: string, file: string, change: (text: string) => string): void {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  if (after !== before) writeFileSync(path, after)
}

/** `site.config.ts` with the agency's facts. `now` is when the claims were established; they expire a year later. */
export function writeFacts(text: string, facts: Facts, now: Date): string {
  const { city, state, stateName, latitude, longitude } = facts
  const charts = { contact: `Chart with ${city}, ${stateName}`, areas: '' }
  const values: [path: string[], value: unknown][] = [
    [['name'], facts.name],
    [['tagline'], facts.tagline],
    [['description'], facts.description],
    [['phone'], facts.phone],
    [['email', 'address'], facts.email],
    [['place'], { city, state, stateName, country: 'US', latitude, longitude, drawn: false, charts }],
    [['postalAddress'], facts.postalAddress],
    [['hours', 'display'], describeHours(facts)],
    [['hours', 'days'], facts.days],
    [['hours', 'opens'], facts.opens],
    [['hours', 'closes'], facts.closes],
    [['hours', 'timeZone'], facts.timeZone],
    [['response', 'typical'], describeTypical(facts)],
    [['response', 'guaranteed'], describeGuaranteed(facts)],
    [['response', 'typicalMinutes'], facts.typicalMinutes],
    [['response', 'guaranteedHours'], facts.guaranteedHours],
    [['cities'], facts.cities],
    [['county'], null],
    [['copyrightFrom'], now.getUTCFullYear()],
  ]
  const written = values.reduce((changed, [path, value]) => editValue(changed, 'site', path, value), text)
  const claimed = listClaims(facts, now).reduce(
    (changed, [id, claim]) => editValue(changed, 'claims', [id], claim),
    editValue(written, 'reviews', [], facts.claims.rating?.reviews ?? 0),
  )
  return editValue(
    claimed,
    'services',
    [],
    services.filter(({ id }) => facts.services.includes(id)),
  )
}

/** Only claims that are given; they take their labels from the sample claims. */
function listClaims({ claims: given }: Facts, now: Date): [id: string, claim: Claim | null][] {
  const later = new Date(now)
  later.setUTCFullYear(now.getUTCFullYear() + 1)
  return Object.entries<Claim | null>(claims).map(([id, sample]) => {
    const own = Object.entries(given).find(([name]) => name === id)?.[1]
    if (own === undefined || sample === null) return [id, null]
    const { value, evidence, link, established = toDay(now) } = own
    const label = 'reviews' in own ? `average rating, from ${own.reviews} reviews` : sample.label
    return [
      id,
      { value, label, evidence, ...(link === undefined ? {} : { link }), established, expires: toDay(later) },
    ]
  })
}

function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
