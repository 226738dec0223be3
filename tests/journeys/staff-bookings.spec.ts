import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, signIn, test } from './support/journey.ts'
import { createServiceClient, formatNumber, tag, writeContact } from './support/people.ts'

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const entry = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: text })

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** On the last day with free times, which has all its times at any hour of the day. */
async function chooseTime(page: Page, place: number): Promise<void> {
  const dialog = page.getByRole('dialog')
  const day = dialog.getByLabel('Day')
  await expect(day).toBeVisible()
  await day.selectOption({ index: (await day.getByRole('option').count()) - 1 })
  await dialog.getByLabel('Time').selectOption({ index: place })
}

test('staff book a call by keyboard, move it and cancel it with a reason', async ({ page, site }) => {
  const email = `bea-${tag()}@harbor.example`
  const id = await writeContact(site, { first_name: 'Bea', email, phone: formatNumber(3) })
  await signIn(page, site.admin, `/login?contact=${id}`)
  await expect(page.getByRole('heading', { level: 2, name: /^Bea/ })).toBeFocused()

  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: /^Book a call with Bea/ })
  await expect(dialog.getByRole('button', { name: 'Book call' })).toBeDisabled()
  await chooseTime(page, 5)
  await dialog.getByLabel('What it is about').fill('The menu page')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Book a call' }).click()
  await expect(dialog.getByLabel('What it is about')).toHaveValue('The menu page')
  await chooseTime(page, 5)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book call' }).press('Enter')
  await expect(said(page, 'Call booked, invitation sent')).toBeVisible()
  await expect(dialog).toBeHidden()

  await entry(page, 'Meeting booked').getByRole('button', { name: 'Reschedule' }).click()
  await chooseTime(page, 7)
  await expect(page.getByRole('option', { name: '(as it is)' })).toHaveCount(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Move call' }).click()
  await expect(entry(page, 'Meeting moved')).toBeVisible()
  await expect(entry(page, 'Meeting booked').getByRole('button')).toHaveCount(0)
  await expectAccessible(page)

  await entry(page, 'Meeting moved').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Bea is ill')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the call' }).click()
  await expect(entry(page, 'Meeting canceled')).toContainText('Bea is ill')
  await expect(entry(page, 'Meeting').getByRole('button')).toHaveCount(0)
})

test('staff record that a meeting was held and undo it', anyWidth, async ({ page, site }) => {
  const id = await writeContact(site, { first_name: 'Cal', phone: formatNumber(4) })
  const { error } = await createServiceClient(site)
    .from('meetings')
    .insert({
      contact_id: id,
      starts_at: hoursAgo(3),
      ends_at: hoursAgo(2),
      blocked_until: hoursAgo(2),
      medium: 'phone',
      name: 'Cal',
      email: 'cal@harbor.example',
      phone: formatNumber(4),
    })
  expect(error).toBeNull()
  await signIn(page, site.admin, `/login?contact=${id}`)
  await entry(page, 'Meeting booked').getByRole('button', { name: 'No-show' }).click()
  await entry(page, 'Meeting, no-show').getByRole('button', { name: 'Undo' }).click()
  await entry(page, 'Meeting booked').getByRole('button', { name: 'It took place' }).click()
  await expect(entry(page, 'Meeting held')).toBeVisible()
})
