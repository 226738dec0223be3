import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { ExplainedError } from '../../platform/errors.ts'
import { services } from '../../site.config.ts'
import { type Facts, factsSchema } from './facts.ts'

interface Question {
  path: readonly [keyof Facts, string?]
  text: string
  /** Used for an empty answer. */
  fallback?: string
  /** What the answer means; the text itself without it. */
  read?: (answer: string) => unknown
}

const list = (answer: string) => answer.split(',').map((part) => part.trim())
const number = (answer: string) => (answer === '' ? Number.NaN : Number(answer))

function readColors(answer: string) {
  const [main, signal] = list(answer)
  return answer === '' ? undefined : { main, signal }
}

/** `12+: founded in 2014 https://example.com/story 2026-10-01`; link and date may be left out. */
function readClaim(answer: string) {
  const parts =
    /^(?<value>[^:]*):?\s*(?<evidence>.*?)(\s+(?<link>https?:\S+))?(\s+(?<established>[\d-]{10}))?$/
  return answer === '' ? undefined : { ...parts.exec(answer)?.groups }
}

/** `4.9 from 23: all reviews of our business profile`. */
function readRating(answer: string) {
  const [, reviews] = /^[^:]* from (\d+)/.exec(answer) ?? []
  const claim = readClaim(answer.replace(/ from \d+/, ''))
  return claim === undefined ? undefined : { ...claim, reviews: Number(reviews) }
}

const questions: readonly Question[] = [
  { path: ['name'], text: 'Name of the agency' },
  { path: ['tagline'], text: 'Tagline: three sentences of two words each' },
  { path: ['description'], text: 'What you do, in one sentence' },
  { path: ['phone'], text: 'Phone number' },
  { path: ['email'], text: 'Email address' },
  { path: ['city'], text: 'City' },
  { path: ['state'], text: 'State, in two letters' },
  { path: ['stateName'], text: 'State, in full' },
  { path: ['latitude'], text: 'Latitude of the office, from any map (46.7867)', read: number },
  { path: ['longitude'], text: 'Longitude of the office, west is negative (-92.1005)', read: number },
  { path: ['postalAddress'], text: 'Postal address, for the footer of mails' },
  { path: ['timeZone'], text: 'Time zone', fallback: Intl.DateTimeFormat().resolvedOptions().timeZone },
  { path: ['days'], text: 'Open on', fallback: 'Monday, Tuesday, Wednesday, Thursday, Friday', read: list },
  { path: ['opens'], text: 'Open from', fallback: '09:00' },
  { path: ['closes'], text: 'Open until', fallback: '18:00' },
  {
    path: ['typicalMinutes'],
    text: 'Usual time until you reply, in minutes of opening hours',
    fallback: '60',
    read: number,
  },
  {
    path: ['guaranteedHours'],
    text: 'Time within which you always reply, in hours',
    fallback: '24',
    read: number,
  },
  { path: ['cities'], text: 'Cities you serve, at most six, your own first', read: list },
  {
    path: ['services'],
    text: 'Services you offer',
    fallback: services.map(({ id }) => id).join(', '),
    read: list,
  },
  {
    path: ['colors'],
    text: 'Main color and color of the buttons, such as “#1f3a5f, #f0a000”; empty keeps the colors',
    read: readColors,
  },
  {
    path: ['claims', 'years'],
    text: `Now the figures you can prove, each with how you know it, such as “12+: founded in 2014”.
A web page that shows it and the day you counted can follow: “40+: paid invoices https://example.com 2026-10-01”.
An empty answer shows none.
Years of experience`,
    read: readClaim,
  },
  {
    path: ['claims', 'rating'],
    text: 'Average rating, such as “4.9 from 23: all reviews of our business profile”',
    read: readRating,
  },
  { path: ['claims', 'businesses'], text: 'Businesses helped', read: readClaim },
  {
    path: ['claims', 'satisfaction'],
    text: 'Client satisfaction, such as “97%: survey of 30 clients”',
    read: readClaim,
  },
  {
    path: ['claims', 'manualTasks'],
    text: 'Fewer manual tasks after automation, in percent',
    read: readClaim,
  },
  {
    path: ['claims', 'operation'],
    text: 'Operation of automations, such as “24/7: watched servers”',
    read: readClaim,
  },
  { path: ['claims', 'accuracy'], text: 'Accuracy of automations, in percent', read: readClaim },
]

/** Asks for the facts, each question until its answer is acceptable. Throws ExplainedError if the answers end early. */
export async function askForFacts(
  input: Readable = process.stdin,
  output: Writable = process.stdout,
): Promise<Facts> {
  const terminal = createInterface({ input, output })
  const lines = terminal[Symbol.asyncIterator]()
  const prompt = async (text: string) => {
    // The terminal repeats the prompt when the line is edited.
    terminal.setPrompt(text)
    output.write(text)
    const { value, done } = await lines.next()
    if (done === true) throw new ExplainedError('The answers ended early. Nothing was changed.')
    return value.trim()
  }
  const answers: Record<string, unknown> = { claims: {} }
  for (const question of questions) {
    const [field, part] = question.path
    const value = await askUntilValid(question, prompt)
    if (part === undefined) answers[field] = value
    else if (value !== undefined) answers[field] = { ...Object(answers[field]), [part]: value }
  }
  terminal.close()
  return factsSchema.parse(answers)
}

async function askUntilValid(
  { path, text, fallback = '', read }: Question,
  prompt: (text: string) => Promise<string>,
): Promise<unknown> {
  const hint = fallback === '' ? '' : ` [${fallback}]`
  for (let complaint = ''; ;) {
    const answer = (await prompt(`${complaint}${text}${hint}: `)) || fallback
    const value = read === undefined ? answer : read(answer)
    const problem = findProblem(path, value)
    if (problem === undefined) return value
    complaint = `  This ${problem}.\n`
  }
}

/** Describes the mistake in one value; undefined if it is acceptable. */
function findProblem([field, part]: Question['path'], value: unknown): string | undefined {
  const given = part === undefined ? { [field]: value } : { [field]: { [part]: value } }
  return factsSchema.partial().safeParse(given).error?.issues[0]?.message
}
