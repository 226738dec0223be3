import { storedKinds } from '../../features/privacy/privacy.ts'
import { anyWidth, expect, test } from './support/journey.ts'

const specified = [
  'Information We Collect',
  'How We Use Your Information',
  'Information Sharing',
  'Contact Us',
]

test('the privacy policy has its sections, numbered, and says when it took effect', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page).toHaveTitle(/^Privacy Policy \|/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  for (const name of [...specified, 'Text Messages', 'How Long We Keep It', 'Your Choices and Rights']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  await expect(page.getByText('Effective November 22, 2026')).toBeVisible()
  await expect(page.locator('#changes')).toContainText('First version of this policy.')
})

test('it promises what texting and privacy rules ask for', anyWidth, async ({ page }) => {
  await page.goto('/privacy')
  const texts = page.locator('#text-messages')
  await expect(texts).toContainText(
    'We do not share mobile numbers, text messaging opt-in data or consent with third parties or affiliates for marketing',
  )
  for (const part of ['Message frequency varies', 'Message and data rates may apply', 'Reply STOP', 'HELP']) {
    await expect(texts).toContainText(part)
  }
  await expect(page.locator('#cookies-and-tracking')).toContainText('Do Not Track and Global Privacy Control')
  await expect(page.locator('#your-choices-and-rights')).toContainText('hello@tidewright.example')
  await texts.getByRole('link', { name: 'Read the terms of our text messages' }).click()
  await expect(page).toHaveURL('/terms#text-messaging')
})

test('it lists every kind of information that is stored, and for how long', anyWidth, async ({ page }) => {
  await page.goto('/privacy')
  const kept = page.locator('#how-long-we-keep-it')
  await expect(kept.getByRole('term')).toHaveText(storedKinds.map(({ name }) => name))
  await expect(kept).toContainText('90 days. We keep it to stop abuse; seen by our staff.')
  await expect(page.locator('#information-we-collect')).toContainText('We do not record calls.')
})

test('it names only the processors this installation uses', anyWidth, async ({ page }) => {
  await page.goto('/privacy')
  const sharing = page.locator('#information-sharing')
  await expect(sharing.getByRole('term')).toHaveText(['Hosting'])
  await expect(page.locator('main')).not.toContainText('Twilio')
})

test('its contact section reaches us by email, phone and form', anyWidth, async ({ page }) => {
  await page.goto('/privacy')
  const contact = page.locator('#contact-us')
  await expect(contact.getByRole('link', { name: 'hello@tidewright.example' })).toHaveAttribute(
    'href',
    /^mailto:hello@tidewright\.example\?subject=/,
  )
  await expect(contact.getByRole('link', { name: '(910) 555-0142' })).toHaveAttribute(
    'href',
    'tel:+19105550142',
  )
  await contact.getByRole('link', { name: 'Or write to us with the contact form' }).click()
  await expect(page).toHaveURL('/contact#contact-form')
})
