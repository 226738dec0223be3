import { createInterface } from 'node:readline/promises'
import { services } from '../../site.config.ts'
import { type Facts, factsSchema } from './facts.ts'

interface Question {
  path: readonly [keyof Facts, string?]
  text: string
  /** Used for an empty answer. Without it an answer is needed. */
  fallback?: string
  /** What the answer means; the text itself without it. */
  read?: (answer: string) => unknown
}

const list = (answer: string) => answer.split(',').map((part) => part.trim())
const optional = (answer: string) => (answer === '' ? undefined : answer)

/** `12+: founded in 2014`. */
function readClaim(answer: string) {
  const [value = '', ...evidence] = answer.split(':')
  return answer === '' ? undefined : { value: value.trim(), evidence: evidence.join(':').trim() }
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
  { path: ['latitude'], text: 'Latitude of the office, from any map (46.7867)', read: Number },
  { path: ['longitude'], text: 'Longitude of the office, west is negative (-92.1005)', read: Number },
  { path: ['postalAddress'], text: 'Postal address, for the footer of mails' },
  { path: ['timeZone'], text: 'Time zone', fallback: Intl.DateTimeFormat().resolvedOptions().timeZone },
  { path: ['days'], text: 'Open on', fallback: 'Monday, Tuesday, Wednesday, Thursday, Friday', read: list },
  { path: ['opens'], text: 'Open from', fallback: '09:00' },
  { path: ['closes'], text: 'Open until', fallback: '18:00' },
  { path: ['cities'], text: 'Cities you serve, at most six, your own first', read: list },
  {
    path: ['services'],
    text: 'Services you offer',
    fallback: services.map(({ id }) => id).join(', '),
    read: list,
  },
  {
    path: ['colors', 'main'],
    text: 'Main color, such as #1f3a5f; empty keeps the colors',
    fallback: '',
    read: optional,
  },
  {
    path: ['colors', 'signal'],
    text: 'Color of the buttons; empty keeps the colors',
    fallback: '',
    read: optional,
  },
  {
    path: ['claims', 'years'],
    text: 'Years of experience and how you know, such as “12+: founded in 2014”; empty shows none',
    fallback: '',
    read: readClaim,
  },
  {
    path: ['claims', 'businesses'],
    text: 'Businesses helped and how you counted, such as “40+: paid invoices”; empty shows none',
    fallback: '',
    read: readClaim,
  },
  {
    path: ['claims', 'satisfaction'],
    text: 'Client satisfaction and how you asked, such as “97%: survey of 30 clients”; empty shows none',
    fallback: '',
    read: readClaim,
  },
]

/** Asks for the facts, each question until its answer is acceptable. */
export async function askForFacts(): Promise<Facts> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answers: Record<string, unknown> = { claims: {} }
  for (const question of questions) {
    const [field, part] = question.path
    for (;;) {
      const hint =
        question.fallback === undefined || question.fallback === '' ? '' : ` [${question.fallback}]`
      const typed = (await terminal.question(`${question.text}${hint}: `)).trim()
      const answer = typed === '' ? (question.fallback ?? '') : typed
      const value = question.read === undefined ? answer : question.read(answer)
      const problem = findProblem(question.path, value)
      if (problem === undefined) {
        if (part === undefined) answers[field] = value
        else if (value !== undefined) answers[field] = { ...Object(answers[field]), [part]: value }
        break
      }
      console.log(`  This ${problem}.`)
    }
  }
  terminal.close()
  return factsSchema.parse(answers)
}

/** Describes the mistake in one value; undefined if it is acceptable. */
function findProblem([field, part]: Question['path'], value: unknown): string | undefined {
  const given = part === undefined ? { [field]: value } : { [field]: { [part]: value } }
  const { error } = factsSchema.partial().safeParse(given)
  // The other half of a pair, such as the second color, is not asked yet.
  const issue = error?.issues.find(
    ({ path }) => path[0] === field && (part === undefined || path[1] === part),
  )
  return issue?.message
}
