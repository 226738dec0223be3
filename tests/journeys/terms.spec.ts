import { anyWidth, expect, test } from './support/journey.ts'

test('the terms contain everything an SMS program must disclose', async ({ page }) => {
  await page.goto('/terms')
  await expect(page).toHaveTitle(/^Terms \|/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms')
  const main = page.locator('main')
  for (const part of [
    'Tidewright Inquiry Texts',
    'Message frequency varies',
    'Message and data rates may apply',
    'Reply STOP',
    'Reply HELP',
    'consent is not a condition of purchase',
    'The box is never checked beforehand, the phone number is optional',
    'Carriers are not liable for delayed or undelivered messages',
    'hello@tidewright.example',
    '(910) 555-0142',
  ]) {
    await expect(main).toContainText(part)
  }
  for (const word of ['QUIT', 'END', 'REVOKE', 'OPT OUT', 'CANCEL', 'UNSUBSCRIBE']) {
    await expect(page.locator('#stop-and-help')).toContainText(word)
  }
  await expect(page.getByText('Effective November 25, 2026')).toBeVisible()
})

test(
  'the terms show the consent box of the form, not ticked, and link to the privacy policy',
  anyWidth,
  async ({ page }) => {
    await page.goto('/contact')
    await page.getByRole('textbox', { name: 'Phone Number' }).fill('9105550187')
    const consent = page.getByRole('checkbox', { name: /^I agree to receive text messages/ })
    const agreed = await consent.locator('xpath=..').innerText()
    await page.goto('/terms')
    await expect(page.locator('#text-messaging')).toContainText(agreed.trim())
    await expect(consent).toBeVisible()
    await expect(consent).not.toBeChecked()
    await expect(consent).toBeDisabled()
    await page.locator('main').getByRole('link', { name: 'Read the Privacy Policy' }).click()
    await expect(page).toHaveURL('/privacy')
  },
)
