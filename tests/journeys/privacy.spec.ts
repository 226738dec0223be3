import { storedKinds } from '../../features/privacy/privacy.ts'
import { anyWidth, expect, test } from './support/journey.ts'

const specified = [
  'Information We Collect',
  'How We Use Your Information',
  'Information Sharing',
  'Contact Us',
]

test('the privacy policy has numbered sections and an effective date', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page).toHaveTitle(/^Privacy Policy \|/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  for (const name of [...specified, 'Text Messages', 'How Long We Keep It', 'Your Choices and Rights']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  const changes = page.locator('#changes')
  await expect(changes).toContainText('First version of this policy.')
  const latestChange = await changes.locator('time').first().textContent()
  await expect(page.getByText(`Effective ${latestChange}`)).toBeVisible()
})

test(
  'the privacy policy makes the promises that SMS and privacy rules require',
  anyWidth,
  async ({ page }) => {
    await page.goto('/privacy')
    const texts = page.locator('#text-messages')
    await expect(texts).toContainText(
      'We do not share mobile numbers, text messaging opt-in data or consent with third parties or affiliates for marketing',
    )
    for (const part of [
      'Message frequency varies',
      'Message and data rates may apply',
      'Reply STOP',
      'HELP',
    ]) {
      await expect(texts).toContainText(part)
    }
    await expect(page.locator('#cookies-and-tracking')).toContainText(
      'Do Not Track and Global Privacy Control',
    )
    await expect(page.locator('#your-choices-and-rights')).toContainText('hello@tidewright.example')
    await texts.getByRole('link', { name: 'Read the terms of our text messages' }).click()
    await expect(page).toHaveURL('/terms#text-messaging')
  },
)

test('the privacy policy lists every kind of stored data and its retention', anyWidth, async ({ page }) => {
  await page.goto('/privacy')
  const kept = page.locator('#how-long-we-keep-it')
  await expect(kept.getByRole('term')).toHaveText(storedKinds.map(({ name }) => name))
  await expect(kept).toContainText('90 days. We keep it to stop abuse; seen by our staff.')
  await expect(page.locator('#information-we-collect')).toContainText('We do not record calls')
})

test('the privacy policy names only the processors in use', anyWidth, async ({ page }) => {
  await page.goto('/privacy')
  const sharing = page.locator('#information-sharing')
  await expect(sharing.getByRole('term')).toHaveText(['Hosting'])
  await expect(page.locator('main')).not.toContainText('Twilio')
})

test('the privacy policy links email, phone and the contact form', anyWidth, async ({ page }) => {
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
