import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes as stripTypes } from 'node:module'
import { describe, expect, test } from 'vitest'
import Color from 'colorjs.io'
import { writeFacts } from './apply-facts.ts'
import { editValue } from './edit-value.ts'
import { describeHours, describeTypical, exampleFacts, factsSchema } from './facts.ts'
import { recolor } from './recolor.ts'

const given = {
  ...exampleFacts,
  days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday'],
  opens: '08:30',
  services: ['website-development', 'local-seo'],
}
const facts = factsSchema.parse(given)
const config = readFileSync('site.config.ts', 'utf8')

/** Degrees in OKLCH. */
function readHue(hex: string): number {
  return new Color(hex).to('oklch').coords[2] ?? 0
}

test('editValue changes one value and nothing else', () => {
  const text = `/** Facts. */\nexport const site = {\n  /** A place. */\n  place: { city: 'Wilmington' as string, state: 'NC' },\n} as const\n`
  expect(editValue(text, 'site', ['place', 'city'], 'Duluth')).toBe(text.replace(`'Wilmington'`, '"Duluth"'))
  expect(editValue(text, 'site', [], {})).toBe('/** Facts. */\nexport const site = {} as const\n')
  expect(() => editValue(text, 'site', ['place', 'county'], '')).toThrow('site has no county to change.')
  expect(() => editValue(text, 'sites', [], '')).toThrow('There is no constant sites to change.')
})

test('writeFacts leaves nothing of the sample agency in the facts', async () => {
  const written = writeFacts(config, facts, new Date('2026-11-24T12:00:00Z'))
  const module: unknown = await import(`data:text/javascript,${encodeURIComponent(stripTypes(written))}`)
  expect(module).toMatchObject({
    site: {
      name: 'Granite Shore',
      phone: { display: '(218) 555-0123', e164: '+12185550123' },
      hours: { display: 'Mon-Thu 8:30AM-5PM CST', opens: '08:30', timeZone: 'America/Chicago' },
      place: { city: 'Duluth', drawn: false },
      cities: exampleFacts.cities,
      county: null,
      copyrightFrom: 2026,
      response: {
        typical: 'under 90 minutes',
        guaranteed: 'within 48 hours',
        typicalMinutes: 90,
        guaranteedHours: 48,
      },
    },
    services: [{ id: 'website-development' }, { id: 'local-seo' }],
    reviews: 23,
    claims: {
      years: {
        value: '12+',
        evidence: 'Founded in 2014.',
        established: '2026-11-24',
        expires: '2027-11-24',
      },
      rating: {
        value: '4.9',
        label: 'average rating, from 23 reviews',
        link: 'https://reviews.example/granite-shore',
        established: '2026-10-01',
      },
      satisfaction: null,
      accuracy: null,
    },
  })
  expect(written).not.toContain('"sample"')
  expect(written).not.toContain('sample: true')
  expect(written).not.toMatch(/tidewright|wilmington|carolina|910\b/i)
})

test.each([
  ['a tagline of other than three sentences', { tagline: 'Plans. Builds.' }, 'three sentences'],
  ['a phone number that cannot exist', { phone: '555' }, 'must be a phone number'],
  ['an unknown time zone', { timeZone: 'Duluth' }, 'must be a time zone'],
  ['no service', { services: [] }, 'is empty'],
  ['a fact they do not know', { slogan: 'Clear Plans.' }, 'slogan'],
  [
    'years without a number',
    { claims: { years: { value: 'many', evidence: 'Ask us.' } } },
    'number of years',
  ],
  ['a color without its second', { colors: { main: '#1f3a5f' } }, 'signal'],
])('the facts refuse %s and name the problem', (_, change, problem) => {
  const { error } = factsSchema.safeParse({ ...given, ...change })
  expect(JSON.stringify(error?.issues)).toContain(problem)
})

test.each([
  ['one day', ['Monday'], 'Mon 8:30AM-5PM CST'],
  ['days apart', ['Monday', 'Wednesday'], 'Mon, Wed 8:30AM-5PM CST'],
  [
    'the whole week',
    ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    'Mon-Sun 8:30AM-5PM CST',
  ],
])('the hours of %s are written like the sample hours', (_, days, text) => {
  expect(describeHours(factsSchema.parse({ ...given, days }))).toBe(text)
})

test.each([
  [1, 'under 1 minute'],
  [60, 'under 1 hour'],
  [90, 'under 90 minutes'],
  [120, 'under 2 hours'],
])('the usual reply of %d minutes is written as “%s”', (typicalMinutes, text) => {
  expect(describeTypical({ ...facts, typicalMinutes })).toBe(text)
})

describe('recolor', () => {
  const blueAndGold = { main: '#1f3a7f', signal: '#e0a000' }

  test('recolor gives inks and signals the hues of the brand and keeps paper, errors and the made-up shop', () => {
    const [ink = '', signal = ''] = recolor('#0f3b43 #ff5a2b', blueAndGold).split(' ')
    expect(readHue(ink)).toBeCloseTo(readHue(blueAndGold.main), -1)
    expect(readHue(signal)).toBeCloseTo(readHue(blueAndGold.signal), -1)
    const kept = '#ebdbae #ffffff #a62311 --shop-green: #37452f;'
    expect(recolor(kept, blueAndGold)).toBe(kept)
  })

  test.each([
    ['blue and gold', blueAndGold],
    ['purple and green', { main: '#4b1d6b', signal: '#1f9d55' }],
    ['grey and red', { main: '#333333', signal: '#d01c1c' }],
  ])('text stays legible in %s', (_, colors) => {
    // Text and ground as the pages use them.
    for (const pair of [
      '#07222a #f5f7f1',
      '#48626a #f5f7f1',
      '#b2330d #f5f7f1',
      '#1b5d55 #b7dacc',
      '#a9c6bf #07222a',
      '#07222a #ff5a2b',
    ]) {
      const [text = '', ground = ''] = recolor(pair, colors).split(' ')
      expect(
        new Color(text).contrast(ground, 'WCAG21'),
        `${pair} as ${text} ${ground}`,
      ).toBeGreaterThanOrEqual(4.5)
    }
  })
})
