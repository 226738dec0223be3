import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { weekdays } from '../../business-hours.ts'
import { type ClaimId, services } from '../../site.config.ts'

const line = (most: number) =>
  z.string().trim().min(1, 'is empty').max(most, `has more than ${most} characters`)
const degrees = (most: number) => {
  const range = `must be a number from -${most} to ${most}`
  return z.number(range).min(-most, range).max(most, range)
}
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 09:00')
const twoColors = 'must be two colors like #1f3a5f, #f0a000'
const color = z.string(twoColors).regex(/^#[0-9a-f]{6}$/i, twoColors)
const serviceIds = services.map(({ id }) => id)
const whole = (most: number) => {
  const range = `must be a whole number from 1 to ${most}`
  return z.int(range).min(1, range).max(most, range)
}
/** A figure and how it was counted, with a page that shows it and the day of the count. */
const claim = z.strictObject({
  value: line(12),
  evidence: z
    .string()
    .trim()
    .min(1, 'lacks how you know it, as in “12+: founded in 2014”')
    .max(200, 'has more than 200 characters'),
  link: z.url({ protocol: /^https?$/, error: 'must have a link like https://example.com/page' }).optional(),
  established: z.iso.date('must have a date like 2026-03-01').optional(),
})

/** What another agency has to say about itself. */
export const factsSchema = z.strictObject({
  name: line(40),
  /** Three sentences of two words each, which the home page draws as land. */
  tagline: line(60).regex(
    /^(\S+ [^\s.]+\.(\s|$)){3}$/,
    'must be three sentences of two words each, such as “Clear Plans. Solid Builds. Steady Growth.”',
  ),
  description: line(200),
  phone: z.string().transform((text, context) => {
    const number = parsePhoneNumberFromString(text, 'US')
    if (number?.isValid()) return { display: number.formatNational(), e164: number.number }
    context.addIssue('must be a phone number like (218) 555-0123')
    return z.NEVER
  }),
  email: z.email('must be an address like hello@example.com'),
  city: line(40),
  state: z.string().regex(/^[A-Z]{2}$/, 'must be two letters like MN'),
  stateName: line(40),
  latitude: degrees(90),
  longitude: degrees(180),
  postalAddress: line(120),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone like America/Chicago'),
  days: z.array(z.enum(weekdays, 'must be days like Monday, Tuesday')).min(1, 'is empty'),
  opens: time,
  closes: time,
  /** The usual time to a reply in opening hours, and the guaranteed one by the clock. */
  typicalMinutes: whole(600),
  guaranteedHours: whole(168),
  cities: z.array(line(40)).min(1, 'is empty').max(6, 'has more than six'),
  services: z.array(z.enum(serviceIds, `must be of ${serviceIds.join(', ')}`)).min(1, 'is empty'),
  /** Left out, the colors stay. */
  colors: z.strictObject({ main: color, signal: color }).optional(),
  /** Figures left out are not shown. */
  claims: z
    .strictObject({
      years: claim.extend({
        value: z.string().regex(/^\d{1,2}\+?$/, 'must begin with a number of years like 12+'),
      }),
      rating: claim.extend({
        value: z.string().regex(/^[1-5](\.\d)?$/, 'must begin with a rating like 4.9'),
        reviews: z.int('must have the number of reviews, as in “4.9 from 23: our business profile”').min(2),
      }),
      businesses: claim,
      satisfaction: claim,
      manualTasks: claim,
      operation: claim,
      accuracy: claim,
    } satisfies Record<ClaimId, z.ZodType>)
    .partial(),
})

/** Facts as checked, with the phone number in both its forms. */
export type Facts = z.infer<typeof factsSchema>

function isTimeZone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name)
}

/** What `npm run adopt -- --example` prints: every fact there is. */
export const exampleFacts: z.input<typeof factsSchema> = {
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
  typicalMinutes: 90,
  guaranteedHours: 48,
  cities: ['Duluth', 'Superior', 'Hermantown', 'Two Harbors'],
  services: ['website-development', 'custom-apps', 'local-seo', 'strategic-consulting'],
  colors: { main: '#2a2f6b', signal: '#f0a000' },
  claims: {
    years: { value: '12+', evidence: 'Founded in 2014.' },
    rating: {
      value: '4.9',
      reviews: 23,
      evidence: 'All reviews of our business profile.',
      link: 'https://reviews.example/granite-shore',
      established: '2026-10-01',
    },
    businesses: { value: '40+', evidence: 'Clients with at least one paid invoice.' },
  },
}

/** `under 90 minutes`, `under 2 hours`. */
export function describeTypical({ typicalMinutes }: Facts): string {
  return typicalMinutes % 60 === 0
    ? `under ${countHours(typicalMinutes / 60)}`
    : `under ${typicalMinutes} ${typicalMinutes === 1 ? 'minute' : 'minutes'}`
}

/** `within 24 hours`. */
export function describeGuaranteed({ guaranteedHours }: Facts): string {
  return `within ${countHours(guaranteedHours)}`
}

function countHours(hours: number): string {
  return `${hours} ${hours === 1 ? 'hour' : 'hours'}`
}

/** `Mon-Fri 9AM-6PM EST`. */
export function describeHours({ days: open, opens, closes, timeZone }: Facts): string {
  const places = open.map((day) => weekdays.indexOf(day)).toSorted((one, other) => one - other)
  const [first = 0, last = first] = [places[0], places.at(-1)]
  const inRow = last - first === places.length - 1
  const week =
    places.length === 1
      ? shortDay(first)
      : inRow
        ? `${shortDay(first)}-${shortDay(last)}`
        : places.map(shortDay).join(', ')
  return `${week} ${describeTime(opens)}-${describeTime(closes)} ${describeZone(timeZone)}`
}

function shortDay(place: number): string {
  return weekdays[place]?.slice(0, 3) ?? ''
}

/** 09:00 → `9AM`, 17:30 → `5:30PM`. */
function describeTime(text: string): string {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  const rest = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`
  return `${hours % 12 === 0 ? 12 : hours % 12}${rest}${hours < 12 ? 'AM' : 'PM'}`
}

/** The short name in winter: `EST`. */
function describeZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' }).formatToParts(
    new Date('2026-01-15T12:00:00Z'),
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
