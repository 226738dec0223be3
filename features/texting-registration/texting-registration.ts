import { site } from '../../site.config.ts'
import { keywords, textConsentWording } from '../consent/consent.ts'

/** One value to copy into the carrier's form; `ask` says what only the owner knows. */
export interface RegistrationField {
  label: string
  value: string
  ask?: string
}

export interface RegistrationSection {
  title: string
  fields: readonly RegistrationField[]
}

/** A published reason for which carriers refuse a campaign, and whether it applies. */
export interface RegistrationCheck {
  reason: string
  ok: boolean
  says: string
  /** What to do; null if it does not apply. */
  todo: string | null
}

/** The public pages a reviewer reads, as HTML; null for one that could not be read. */
export interface ReviewedPages {
  contact: string | null
  privacy: string | null
  terms: string | null
}

interface Texts {
  help: string
  optOut: string
}

/** Bounds of the carrier's campaign form, in characters. */
const DESCRIPTION = { least: 40, most: 4096 }
const MESSAGE_FLOW = { least: 40, most: 2048 }
const SAMPLE = { least: 20, most: 1024 }

const { name, phone, email } = site

/** Texts like those staff send; each names the sender. */
export const sampleTexts: readonly string[] = [
  `${name}: Thanks for your inquiry about your website, Dana. Could we talk tomorrow at 10 AM? Reply STOP to opt out.`,
  `Hi Dana, this is ${name}. Your quote is in your inbox. Questions? Call ${phone.display} or just reply here.`,
  `${name}: We missed your call and will call you back as soon as we can. Reply STOP to opt out.`,
]

/** Everything the 10DLC forms for brand and campaign ask, from the site's own settings. */
export function describeRegistration(siteUrl: string, texts: Texts): RegistrationSection[] {
  return [
    {
      title: 'Brand',
      fields: [
        { label: 'Legal company name', value: '', ask: 'as on the letter from the IRS (CP 575 or 147C)' },
        { label: 'EIN', value: '', ask: 'nine digits; it must belong to that name' },
        { label: 'Brand name', value: name },
        { label: 'Address', value: site.postalAddress },
        { label: 'Website', value: siteUrl },
        { label: 'Email', value: email.address },
        { label: 'Phone', value: phone.e164 },
        { label: 'Vertical', value: 'PROFESSIONAL' },
      ],
    },
    {
      title: 'Campaign',
      fields: [
        {
          label: 'Use case',
          value: 'LOW_VOLUME',
          ask: 'CUSTOMER_CARE if you send more than the low volume that carriers allow',
        },
        { label: 'Description', value: describeCampaign() },
        { label: 'Message flow', value: describeMessageFlow(siteUrl) },
        ...sampleTexts.map((text, position) => ({ label: `Sample message ${position + 1}`, value: text })),
        { label: 'Embedded links', value: 'No' },
        { label: 'Embedded phone numbers', value: 'Yes' },
        { label: 'Age-gated content, lending', value: 'No' },
      ],
    },
    {
      title: 'Keywords and replies',
      fields: [
        { label: 'Opt-in keywords', value: listWords(keywords.start) },
        { label: 'Opt-out keywords', value: listWords(keywords.stop) },
        { label: 'Opt-out message', value: texts.optOut },
        { label: 'Help keywords', value: listWords(keywords.help) },
        { label: 'Help message', value: texts.help },
      ],
    },
    {
      title: 'Links',
      fields: [
        { label: 'Opt-in', value: `${siteUrl}/terms#text-messaging` },
        { label: 'Contact form', value: `${siteUrl}/contact` },
        { label: 'Privacy policy', value: `${siteUrl}/privacy` },
        { label: 'Terms', value: `${siteUrl}/terms` },
      ],
    },
  ]
}

function listWords(words: readonly string[]): string {
  return words.join(', ').toUpperCase()
}

function describeCampaign(): string {
  return (
    `${name} texts people who sent an inquiry through its contact form and agreed to texts there, and answers people ` +
    'who texted or called first: replies to their questions, appointment times and reminders, and updates about ' +
    'a quote or a project they asked for. No marketing for anybody else.'
  )
}

function describeMessageFlow(siteUrl: string): string {
  return (
    `People opt in on the contact form at ${siteUrl}/contact. The phone number is optional. Under it is a separate box, ` +
    `never ticked beforehand and not required to send the form: "${textConsentWording(name)}" The box links to the ` +
    `privacy policy (${siteUrl}/privacy) and the terms (${siteUrl}/terms). It appears when a number is typed; without ` +
    `typing it can be seen at ${siteUrl}/terms#text-messaging. Each consent is stored with its wording, page, time and ` +
    'address. START and STOP are honored at once, as are opt-outs in plain words.'
  )
}

interface Registration {
  siteUrl: string
  pages: ReviewedPages
  texts: Texts
}

/** One check per published reason of refusal, in the order in which reviewers look. */
export function checkRegistration({ siteUrl, pages, texts }: Registration): RegistrationCheck[] {
  const terms = readText(pages.terms)
  const box = findConsentBox(pages.terms)
  const phoneField = /<input[^>]*\bname="phone"[^>]*>/.exec(pages.contact ?? '')?.[0]
  return [
    check(
      'The website cannot be opened',
      Object.values(pages).every((page) => page !== null),
      {
        good: 'The contact form, the privacy policy and the terms open without signing in.',
        todo: `Open ${siteUrl}/contact, /privacy and /terms from another network; every one must answer.`,
      },
    ),
    check('The website is not the live one', isPublic(siteUrl), {
      good: `${siteUrl} is a public address with a certificate.`,
      todo: 'Make the https address that customers use the public address of the site, and check again there.',
    }),
    check('The brand cannot be verified', findPlaceholders().length === 0, {
      good: 'Name, address, phone and email are your own.',
      todo: `Replace the sample values in site.config.ts: ${findPlaceholders().join(', ')}.`,
    }),
    ...(isPublic(siteUrl) ? [checkDomain(siteUrl)] : []),
    check('The call to action cannot be seen', box !== null, {
      good: 'The consent box is visible on the terms page without typing anything.',
      todo: 'The terms page must show the consent box of the contact form (features/site/terms-page.tsx).',
    }),
    check('The call to action is incomplete', box !== null && isComplete(box.label), {
      good: 'The box names the business, the frequency, the rates, STOP and HELP, and links privacy and terms.',
      todo: 'Restore the wording in features/consent/consent.ts: business, frequency, rates, STOP, HELP, both links.',
    }),
    check('The box is ticked or required', box !== null && !/\b(?:checked|required)\b/.test(box.input), {
      good: 'The box is a separate one, not ticked and not required.',
      todo: 'Remove "checked" and "required" from the consent box.',
    }),
    check('The phone number is required', phoneField !== undefined && !/\brequired\b/.test(phoneField), {
      good: 'The phone number is optional.',
      todo: 'Remove "required" from the phone field of the contact form.',
    }),
    check('The privacy policy allows sharing of numbers (30932)', keepsNumbers(readText(pages.privacy)), {
      good: 'The privacy policy says that numbers and consent are not shared for marketing.',
      todo: 'Say in features/site/content/privacy-policy.ts: "We do not share mobile numbers, text messaging opt-in data or consent with third parties or affiliates for marketing or promotional purposes."',
    }),
    check('The terms of the program are incomplete', hasTerms(terms), {
      good: 'The terms name the program, frequency, rates, STOP, HELP and a way to reach you.',
      todo: 'Complete the section "Text Messaging Program" in features/site/content/terms-of-use.ts.',
    }),
    check('The sample messages do not fit', sampleTexts.every(isGoodSample) && sampleTexts.some(offersStop), {
      good: 'Each sample names the business, and some say how to opt out.',
      todo: 'Let each sample in features/texting-registration/texting-registration.ts name the business and one say "Reply STOP".',
    }),
    check('The replies to STOP and HELP are incomplete', hasGoodReplies(texts), {
      good: 'The replies name the business; the one to HELP says how to reach you and how to stop.',
      todo: 'Complete the texts in features/consent/consent.ts.',
    }),
    check('A field is too short or too long', fitsForm(siteUrl), {
      good: 'Description and message flow fit the form.',
      todo: `Shorten the business name, or the texts in features/texting-registration/texting-registration.ts.`,
    }),
  ]
}

function check(
  reason: string,
  ok: boolean,
  { good, todo }: { good: string; todo: string },
): RegistrationCheck {
  return { reason, ok, says: ok ? good : reason, todo: ok ? null : todo }
}

function checkDomain(siteUrl: string): RegistrationCheck {
  return check('The email address is of another domain than the website', sharesDomain(siteUrl), {
    good: `${email.address} belongs to ${new URL(siteUrl).hostname}.`,
    todo: `Use an address of ${new URL(siteUrl).hostname} in site.config.ts; free mail providers are refused.`,
  })
}

/** The visible words of a page, with single spaces. */
function readText(html: string | null): string {
  return (html ?? '')
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
}

function findConsentBox(html: string | null): { input: string; label: string } | null {
  const found = /(<input[^>]*\bname="textConsent"[^>]*>)<label[^>]*>(.*?)<\/label>/s.exec(html ?? '')
  return found ? { input: found[1] ?? '', label: found[2] ?? '' } : null
}

function isComplete(label: string): boolean {
  return (
    readText(label).includes(textConsentWording(name)) &&
    label.includes('href="/privacy"') &&
    label.includes('href="/terms"')
  )
}

function isPublic(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  return (
    protocol === 'https:' && !/^(?:localhost|[\d.]+|\[.*\])$|\.(?:local|test|example|invalid)$/.test(hostname)
  )
}

/** Sample values of the repository that are still in the configuration. */
function findPlaceholders(): string[] {
  const values = { postalAddress: site.postalAddress, phone: phone.e164, email: email.address }
  const sample = /\bExample\b|555\d{4}$|\.example$/
  return Object.entries(values)
    .filter(([, value]) => sample.test(value))
    .map(([field]) => field)
}

function sharesDomain(siteUrl: string): boolean {
  const host = new URL(siteUrl).hostname.replace(/^www\./, '')
  const domain = email.address.split('@')[1] ?? ''
  return domain === host || domain.endsWith(`.${host}`) || host.endsWith(`.${domain}`)
}

function keepsNumbers(privacy: string): boolean {
  return /do not share mobile numbers, text messaging opt-in data or consent with third parties/i.test(
    privacy,
  )
}

function hasTerms(terms: string): boolean {
  const needed = [
    `${name} Inquiry Texts`,
    'Message frequency varies',
    'Message and data rates may apply',
    'Reply STOP',
    'Reply HELP',
    email.address,
    'Carriers are not liable',
  ]
  return needed.every((words) => terms.includes(words))
}

function isGoodSample(text: string): boolean {
  return text.includes(name) && isWithin(text, SAMPLE) && !/https?:|\{/.test(text)
}

function offersStop(text: string): boolean {
  return text.includes('Reply STOP')
}

function hasGoodReplies({ help, optOut }: Texts): boolean {
  return (
    [help, optOut].every((text) => text.includes(name)) &&
    [phone.display, email.address, 'STOP'].every((words) => help.includes(words)) &&
    /no more texts/.test(optOut)
  )
}

function fitsForm(siteUrl: string): boolean {
  return isWithin(describeCampaign(), DESCRIPTION) && isWithin(describeMessageFlow(siteUrl), MESSAGE_FLOW)
}

function isWithin(text: string, { least, most }: { least: number; most: number }): boolean {
  return text.length >= least && text.length <= most
}
