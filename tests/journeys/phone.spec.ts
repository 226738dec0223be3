import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect, expectAccessible, signIn, test } from './support/journey.ts'
import type { RunningSite } from './support/running-site.ts'

/** The owner's own programs write like this: over the wire, with the service key. */
function wire(site: RunningSite): SupabaseClient {
  return createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
}

/** Names of this test's own: tests share a server. */
const tag = () => `${test.info().testId.slice(-5)}${test.info().project.name}`

/** Telephones of North Carolina, whose last digits are this test's own. */
function numberOf(place: number): string {
  const own = Array.from(tag()).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900, 7)
  return `+1910${200 + place}${String(own + place).padStart(4, '0')}`
}

interface Fields {
  first_name: string
  phone?: string
  text_consent?: boolean
}

async function writeContact(site: RunningSite, fields: Fields): Promise<string> {
  const row = { last_name: tag(), ...fields }
  const { data } = await wire(site).from('crm_contacts').insert(row).select('id').single().throwOnError()
  return z.object({ id: z.string() }).parse(data).id
}

/** What happens on a telephone of the simulated carrier. */
async function onTelephone(site: RunningSite, body: object): Promise<void> {
  const { error } = await wire(site).functions.invoke('sandbox-phone', { body })
  expect(error).toBeNull()
}

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const warned = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const conversation = (page: Page) => page.getByRole('region', { name: 'Send SMS' })
const messages = (page: Page) => conversation(page).getByRole('listitem')
const message = (page: Page) => conversation(page).getByRole('textbox', { name: 'Message' })
const send = (page: Page) => conversation(page).getByRole('button', { name: /^Send (SMS|when allowed)$/ })

/** All at once: they also go by themselves. */
async function dismissToasts(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Dismiss' })
    .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()))
}

test('a conversation, from the first text to STOP and back, on two screens', async ({
  page,
  anotherPage,
  site,
}) => {
  test.slow() // two browsers, and seven round trips through the carrier
  const number = numberOf(1)
  const id = await writeContact(site, { first_name: 'Dana', phone: number, text_consent: true })
  // Whoever has just called is awake: the hours of the night do not hold the answer back.
  await onTelephone(site, { action: 'call', number, answered: false })
  await signIn(page, site.admin, `/login?texting=${id}`)
  await expect(messages(page).filter({ hasText: 'Missed call' })).toBeVisible()
  const other = await anotherPage()
  const manager = await site.createAccount(`phone-${tag()}@desk.example`, 'manager')
  await signIn(other, manager, `/login?texting=${id}`)

  await send(page).click()
  await expect(warned(page, 'Please select a contact and enter a message')).toBeVisible()
  await conversation(page).getByLabel('Template').selectOption('Thanks for writing')
  await expect(message(page)).toHaveValue(/^Hi Dana, this is Tidewright\./)
  await message(page).fill('Möchten Sie 20 € sparen? 🙂')
  await expect(conversation(page).getByText('27/160')).toBeVisible()
  await expect(conversation(page).getByText('1 part, Unicode (UCS-2)')).toBeVisible()
  await message(page).fill('a'.repeat(161))
  await expect(conversation(page).getByText('161/160')).toBeVisible()
  await expect(conversation(page).getByText('2 parts, GSM-7')).toBeVisible()
  await message(page).fill('Shall we say Thursday at ten?')
  await page.reload()
  await expect(message(page)).toHaveValue('Shall we say Thursday at ten?')
  await message(page).press('Control+Enter')
  await expect(said(page, 'SMS sent successfully')).toBeVisible()
  await expect(message(page)).toHaveValue('')
  for (const screen of [page, other]) {
    const sent = messages(screen).filter({ hasText: 'Thursday at ten' })
    await expect(sent).toContainText('sent')
    await expect(sent).toContainText('delivered')
  }

  await onTelephone(site, { action: 'write', number, body: 'Ten is fine.' })
  for (const screen of [page, other])
    await expect(messages(screen).filter({ hasText: 'Ten is fine.' })).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }

  await conversation(page).getByRole('button', { name: 'Call', exact: true }).click()
  await expect(said(page, 'Call initiated successfully')).toBeVisible()
  await expect(messages(page).filter({ hasText: 'Outbound call' })).toContainText('initiated')

  await dismissToasts(page)
  await onTelephone(site, { action: 'write', number, body: 'Please stop texting me' })
  for (const screen of [page, other]) {
    await expect(conversation(screen).getByText('Contact has not consented to text messages')).toBeVisible()
    await expect(message(screen)).toBeDisabled()
  }
  await send(page).click()
  await expect(warned(page, 'Contact has not consented to text messages')).toBeVisible()
  await onTelephone(site, { action: 'write', number, body: 'START' })
  await expect(message(page)).toBeEnabled()
  await message(page).fill('Welcome back.')
  await send(page).click()
  await expect(messages(page).filter({ hasText: 'Welcome back.' })).toContainText('delivered')

  await conversation(page).getByRole('link', { name: 'Dana' }).click()
  const record = page.getByRole('region', { name: 'Consent to texts' })
  await expect(record.getByRole('listitem')).toHaveCount(3)
  await expect(record.getByRole('listitem').first()).toContainText('Agreed, by a text of their own')
  await expect(record.getByRole('listitem').nth(1)).toContainText('Withdrawn, by a text of their own')
  const download = page.waitForEvent('download')
  await record.getByRole('button', { name: 'Download evidence' }).click()
  expect((await download).suggestedFilename()).toBe(`consent-${id}.json`)
})

test('what cannot be sent or called says why, and strangers become leads', async ({
  page,
  site,
  expectedProblems,
}) => {
  expectedProblems.push('status of 409')
  const stranger = numberOf(2)
  const refusing = '+15005550009'
  const failing = await writeContact(site, { first_name: 'Rex', phone: refusing, text_consent: true })
  const silent = await writeContact(site, { first_name: 'Nora' })
  await onTelephone(site, { action: 'call', number: refusing, answered: true })
  await signIn(page, site.admin)
  await page.getByRole('button', { name: 'Send SMS' }).click()
  await expect(warned(page, 'Please select a contact and enter a message')).toBeVisible()

  const people = page.getByRole('region', { name: 'Contacts with a phone' })
  await people.getByLabel('Search contacts with a phone').fill(`rex ${tag()}`)
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await people.getByRole('button', { name: `Rex ${tag()}`, exact: true }).click()
  await message(page).fill('Does this arrive?')
  await send(page).click()
  await expect(warned(page, 'Failed to send SMS')).toBeVisible()
  await expect(message(page)).toHaveValue('Does this arrive?')
  await expect(messages(page).filter({ hasText: 'Does this arrive?' })).toContainText('failed')
  await expect(page).toHaveURL(new RegExp(`texting=${failing}`))

  await page.goto(`/login?contact=${silent}`)
  await page.getByRole('button', { name: 'Conversation', exact: true }).click()
  await expect(conversation(page).getByText('Contact has no phone number')).toBeVisible()
  await conversation(page).getByRole('button', { name: 'Call', exact: true }).click()
  await expect(warned(page, 'Contact has no phone number')).toBeVisible()

  await onTelephone(site, { action: 'write', number: stranger, body: `Do you build boats? ${tag()}` })
  const history = page.getByRole('region', { name: 'History' })
  const entry = history.getByRole('listitem').filter({ hasText: 'Do you build boats?' })
  await expect(entry).toContainText('received')
  await entry.getByRole('button').first().click()
  await expect(message(page)).toBeDisabled()
  await expect(messages(page).filter({ hasText: 'Do you build boats?' })).toBeVisible()
})

test('the simulated telephones: a text written on one is a lead in the dashboard', async ({ page, site }) => {
  const number = numberOf(3)
  const manager = await site.createAccount(`sandbox-${tag()}@desk.example`, 'manager')
  await signIn(page, manager, '/sandbox/phone')
  await expect(page.getByText('This is a simulation.')).toBeVisible()
  await page.getByLabel('Telephone number').fill('12345')
  await page.getByRole('button', { name: 'Pick up' }).click()
  await expect(page.getByText('Please give a number of ten digits.')).toBeVisible()
  await page.getByLabel('Telephone number').fill(number)
  await page.getByRole('button', { name: 'Pick up' }).click()
  await page.getByLabel('Text to Tidewright').fill('HELP')
  await page.getByRole('button', { name: 'Send text' }).click()
  const texts = page.getByRole('region', { name: 'Texts', exact: true }).getByRole('listitem')
  await expect(texts.filter({ hasText: 'Tidewright' }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Call, nobody answers' }).click()
  await expect(said(page, 'Nobody picked up.')).toBeVisible()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem').filter({ hasText: 'Missed call' }).first()).toContainText(
    'missed',
  )
})
