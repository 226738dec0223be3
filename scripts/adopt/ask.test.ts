import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { services } from '../../site.config.ts'
import { askForFacts } from './ask.ts'

/** Answers by the beginning of the question; others are answered with an empty line. */
const usual: Record<string, string> = {
  'Name of': 'Granite Shore',
  Tagline: 'Clear Plans. Solid Builds. Calm Growth.',
  'What you do': 'Websites and apps for small companies.',
  Phone: '218 555 0123',
  Email: 'hello@graniteshore.example',
  'City:': 'Duluth',
  'State, in two': 'MN',
  'State, in full': 'Minnesota',
  Latitude: '46.7867',
  Longitude: '-92.1005',
  Postal: '1 Example Avenue, Duluth, MN 55802',
  'Time zone': 'America/Chicago',
  Cities: 'Duluth, Superior',
}

/** Types an answer to each question as a person would; several answers to one question are typed one after the other. */
async function converse(changes: Record<string, string | string[]> = {}) {
  const answers = Object.entries({ ...usual, ...changes }).map(
    ([question, typed]) => [question, [typed].flat()] as const,
  )
  const [input, output] = [new PassThrough(), new PassThrough()]
  let printed = ''
  output.on('data', (chunk) => {
    printed += String(chunk)
    const question = String(chunk).split('\n').at(-1) ?? ''
    const typed = answers.find(([start]) => question.startsWith(start))?.[1].shift() ?? ''
    if (question.endsWith(': ')) input.write(`${typed}\n`)
  })
  return { facts: await askForFacts(input, output), printed }
}

test('askForFacts takes an empty answer for the default, and keeps the colors and shows no figures without one', async () => {
  const { facts, printed } = await converse()
  expect(facts).toMatchObject({
    name: 'Granite Shore',
    phone: { e164: '+12185550123' },
    latitude: 46.7867,
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    services: services.map(({ id }) => id),
    claims: {},
  })
  expect(facts.colors).toBeUndefined()
  expect(printed).not.toContain('  This ')
})

test.each([
  ['Name of', '', 'is empty'],
  ['Tagline', 'Plans.', 'must be three sentences of two words each'],
  ['Phone', '555', 'must be a phone number like (218) 555-0123'],
  ['Email', 'duluth', 'must be an address like hello@example.com'],
  ['State, in two', 'Minnesota', 'must be two letters like MN'],
  ['Latitude', '', 'must be a number from -90 to 90'],
  ['Longitude', '92 W', 'must be a number from -180 to 180'],
  ['Time zone', 'Duluth', 'must be a time zone like America/Chicago'],
  ['Open on', 'Mon', 'must be days like Monday, Tuesday'],
  ['Open from', '9', 'must be a time like 09:00'],
  ['Services', 'seo', 'must be of '],
  ['Main color', '#2a2f6b', 'must be two colors like #1f3a5f, #f0a000'],
  ['Main color', '#2a2f6b, yellow', 'must be two colors like #1f3a5f, #f0a000'],
  ['Usual time', 'an hour', 'must be a whole number from 1 to 600'],
  ['Years', '12+', 'lacks how you know it'],
  ['Years', 'many: ask us', 'must begin with a number of years like 12+'],
  ['Average rating', '4.9: our profile', 'must have the number of reviews'],
  ['Businesses', '40+: invoices https://', 'must have a link like https://example.com/page'],
  ['Businesses', '40+: invoices 2026-13-01', 'must have a date like 2026-03-01'],
])(
  'askForFacts answers “%s” given as “%s” with a helpful sentence and asks again',
  async (question, wrong, sentence) => {
    const { printed } = await converse({ [question]: [wrong, usual[question] ?? ''] })
    expect(printed).toContain(`  This ${sentence}`)
    expect(printed.match(/ {2}This /g)).toHaveLength(1)
  },
)

test('askForFacts takes colors and figures', async () => {
  const { facts } = await converse({
    'Main color': '#2a2f6b, #F0A000',
    'Usual time': '90',
    Years: '12+: founded in 2014',
    'Average rating': '4.9 from 23: our profile https://reviews.example/granite 2026-10-01',
    Accuracy: '99%: 400 documents, checked by hand: 396 were right 2026-10-01',
  })
  expect(facts).toMatchObject({
    colors: { main: '#2a2f6b', signal: '#F0A000' },
    typicalMinutes: 90,
    guaranteedHours: 24,
    claims: {
      years: { value: '12+', evidence: 'founded in 2014' },
      rating: {
        value: '4.9',
        reviews: 23,
        evidence: 'our profile',
        link: 'https://reviews.example/granite',
        established: '2026-10-01',
      },
      accuracy: {
        value: '99%',
        evidence: '400 documents, checked by hand: 396 were right',
        established: '2026-10-01',
      },
    },
  })
})

test('askForFacts refuses answers that end early', async () => {
  const input = new PassThrough()
  input.end('Granite Shore\n')
  await expect(askForFacts(input, new PassThrough())).rejects.toThrow('The answers ended early.')
})
