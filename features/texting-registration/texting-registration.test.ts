import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { helpText, optOutText } from '../consent/consent.ts'
import { TextConsent } from '../submissions/contact-form-fields.tsx'
import { privacySections } from '../site/content/privacy-policy.ts'
import { termsSections } from '../site/content/terms-of-use.ts'
import { checkRegistration, describeRegistration, sampleTexts } from './texting-registration.ts'

const texts = { help: helpText, optOut: optOutText }
const box = renderToStaticMarkup(createElement(TextConsent, { ticked: false }))
const words = (sections: typeof termsSections) => JSON.stringify(sections.map(({ text }) => text))
const pages = {
  contact: '<form id="contact-form"><input type="tel" name="phone"></form>',
  privacy: `<main>${words(privacySections({ measured: false }))}</main>`,
  terms: `<main>${words(termsSections)}${box}</main>`,
}
const asked = { siteUrl: 'https://tidewright.example', pages, texts }

function listRefusals(registration: Parameters<typeof checkRegistration>[0]): string[] {
  return checkRegistration(registration).flatMap(({ ok, reason, todo }) =>
    ok || todo === null ? [] : [reason],
  )
}

test('the sample site is refused only for its sample name, address and domain', () => {
  expect(listRefusals(asked)).toEqual(['The website is not the live one', 'The brand cannot be verified'])
})

test.each([
  [
    'a page that does not open',
    { contact: null },
    ['The website cannot be opened', 'The phone number is required'],
  ],
  [
    'terms without the box',
    { terms: `<main>${words(termsSections)}</main>` },
    [
      'The call to action cannot be seen',
      'The call to action is incomplete',
      'The box is ticked or required',
    ],
  ],
  [
    'a ticked box',
    { terms: pages.terms.replace('<input', '<input checked=""') },
    ['The box is ticked or required'],
  ],
  [
    'a box without a link to the terms',
    { terms: pages.terms.replace('href="/terms"', 'href="/"') },
    ['The call to action is incomplete'],
  ],
  [
    'a box that does not name the frequency',
    { terms: pages.terms.replaceAll('Message frequency varies', 'We text') },
    ['The call to action is incomplete', 'The terms of the program are incomplete'],
  ],
  [
    'a required phone number',
    { contact: '<input name="phone" required="">' },
    ['The phone number is required'],
  ],
  [
    'a privacy policy that shares numbers',
    { privacy: '<main>We share numbers with partners.</main>' },
    ['The privacy policy allows sharing of numbers (30932)'],
  ],
])('%s is a reason for a refusal, with what to do', (_what, changed, reasons) => {
  const refusals = listRefusals({ ...asked, pages: { ...pages, ...changed } })
  expect(refusals.filter((reason) => !listRefusals(asked).includes(reason))).toEqual(reasons)
})

test('replies that do not name the business, or offer no help, are a reason for a refusal', () => {
  for (const broken of [
    { ...texts, help: 'Reply STOP.' },
    { ...texts, optOut: 'Done.' },
  ])
    expect(listRefusals({ ...asked, texts: broken })).toContain('The replies to STOP and HELP are incomplete')
})

test('a business on its own domain is not refused for its address', () => {
  expect(listRefusals({ ...asked, siteUrl: 'https://www.other.com' })).toEqual([
    'The brand cannot be verified',
    'The email address is of another domain than the website',
  ])
})

test('every answer of the packet fits the carrier form, and only name and EIN are left to the owner', () => {
  const fields = describeRegistration('https://tidewright.example', texts).flatMap(
    (section) => section.fields,
  )
  expect(fields.filter(({ value }) => value === '').map(({ label }) => label)).toEqual([
    'Legal company name',
    'EIN',
  ])
  const find = (label: string) => fields.find((field) => field.label === label)?.value.length ?? 0
  // Campaign API of the carrier: description 40 to 4096, message flow 40 to 2048, two to five samples of 20 to 1024.
  expect(find('Description')).toBeGreaterThanOrEqual(40)
  expect(find('Description')).toBeLessThanOrEqual(4096)
  expect(find('Message flow')).toBeGreaterThanOrEqual(40)
  expect(find('Message flow')).toBeLessThanOrEqual(2048)
  expect(sampleTexts.length).toBeGreaterThanOrEqual(2)
  expect(sampleTexts.every(({ length }) => length >= 20 && length <= 1024)).toBe(true)
})
