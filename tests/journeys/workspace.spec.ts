import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { businessDay } from '../../web/workspace/business-day.ts'
import {
  anyWidth,
  expect,
  expectAccessibleInBothSchemes,
  showDetails,
  showTimeline,
  signIn,
  test,
} from './support/journey.ts'
import { isNarrow } from './support/post-editor.ts'
import { actInSandbox, createServiceClient, formatNumber, tag, writeContact } from './support/people.ts'
import type { RunningSite } from './support/running-site.ts'

const list = (page: Page) => page.getByRole('region', { name: 'People' })
const person = (page: Page) => page.getByRole('region', { name: 'Person' })
const details = (page: Page) => page.getByRole('region', { name: 'Details' })
const messages = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const undo = (page: Page, text: string) =>
  page.getByRole('group').filter({ hasText: text }).getByRole('button', { name: 'Undo' })
const waiting = (page: Page, name: string) =>
  page.getByRole('list', { name: /^Needs reply/ }).getByRole('link', { name: new RegExp(name) })

function drawSample(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
}

async function enter(page: Page, site: RunningSite, address?: string): Promise<string> {
  const manager = await site.createAccount(`workspace-${tag()}@desk.example`, 'manager')
  await signIn(page, manager, address)
  return manager.email
}

test('after sign-in a text is answered with two clicks, and the person leaves the list', async ({
  page,
  site,
}) => {
  const number = formatNumber(60)
  const name = `Tess ${tag()}`
  await writeContact(site, { first_name: 'Tess', phone: number })
  await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Can you call me Friday?' })
  await enter(page, site)

  await expect(waiting(page, name)).toBeVisible()
  const first = page.getByRole('list', { name: /^Needs reply/ }).locator('[aria-posinset="1"]')
  const top = await first.evaluate((row) => row.getBoundingClientRect().top)
  expect(top).toBeLessThanOrEqual(isNarrow(page) ? 300 : 250)

  await waiting(page, name).click()
  await expect(person(page).getByText('Can you call me Friday?')).toBeVisible()
  await expect(person(page).getByRole('button', { name: 'Attach pictures' })).toBeHidden()
  await page.keyboard.press('r')
  await expect(person(page).getByRole('button', { name: 'Attach pictures' })).toBeVisible()
  await page.keyboard.type('Friday at ten works.')
  await person(page)
    .getByRole('button', { name: /^Send text/ })
    .click()

  await expect(messages(page).filter({ hasText: 'Friday at ten works.' })).toContainText('sent')
  await expect(person(page).getByRole('button', { name: 'Mark as replied' })).toHaveCount(0)
  await page.goto('/login')
  await expect(list(page).getByText(/need a reply|needs a reply|Nobody needs a reply/)).toBeVisible()
  await expect(waiting(page, name)).toHaveCount(0)
})

test('people who write while the list is open are counted above it and come in on Show or `.`', async ({
  page,
  site,
}) => {
  const numbers = [formatNumber(75), formatNumber(76), formatNumber(77)] as const
  const write = (number: string, body: string) =>
    actInSandbox(site, 'sandbox-phone', { action: 'write', number, body })
  await writeContact(site, { first_name: 'Nan', phone: numbers[0] })
  await writeContact(site, { first_name: 'Moe', phone: numbers[1] })
  await writeContact(site, { first_name: 'Pia', phone: numbers[2] })
  const [nan, moe, pia] = [`Nan ${tag()}`, `Moe ${tag()}`, `Pia ${tag()}`]
  await write(numbers[0], 'Is the menu ready?')
  await enter(page, site)
  await expect(waiting(page, nan)).toBeVisible()
  const tab = list(page).getByRole('link', { name: /^Waiting/ })
  const before = Number.parseInt((await tab.innerText()).replace(/\D/g, ''), 10)
  const place = () => waiting(page, nan).boundingBox()
  const stays = await place()
  const news = (text: string) => list(page).getByRole('status').filter({ hasText: text })

  await write(numbers[1], 'Do you build boats?')
  await expect(news('1 new text')).toBeVisible()
  await expect(tab).toHaveText(`Waiting${before + 1}`)
  await expect(waiting(page, moe)).toHaveCount(0)
  expect(await place()).toEqual(stays)
  await expectAccessibleInBothSchemes(page)
  if (isNarrow(page)) await list(page).getByRole('button', { name: 'Show' }).click()
  else await page.keyboard.press('.')
  await expect(waiting(page, moe)).toBeFocused()
  await expect(news('1 new text')).toHaveCount(0)

  await actInSandbox(site, 'sandbox-phone', { action: 'call', number: numbers[2], answered: false })
  await expect(news('1 new missed call')).toBeVisible()
  const today = list(page).getByRole('link', { name: /^Today/ })
  await today.click()
  await expect(today).toHaveAttribute('aria-current', 'page')
  await tab.click()
  await expect(waiting(page, pia)).toBeVisible()
})

test('owner and next step are saved at once, with undo, and a due step is listed under Today', async ({
  page,
  site,
}) => {
  const name = `Olga ${tag()}`
  const id = await writeContact(site, { first_name: 'Olga', email: `olga.${tag()}@workspace.example` })
  const email = await enter(page, site, `/login?list=today&contact=${id}`)
  await showDetails(page)

  await details(page).getByLabel('Status').selectOption('Prospect')
  await expect(said(page, 'Status changed to Prospect')).toBeVisible()
  await undo(page, 'Status changed to Prospect').click()
  await expect(details(page).getByLabel('Status')).toHaveValue('lead')

  await details(page).getByLabel('Owner').selectOption(email)
  await expect(said(page, `Owner changed to ${email}`)).toBeVisible()

  await page.getByRole('button', { name: 'Add next step' }).click()
  await page.getByLabel('What to do').fill('Send the transcript sample')
  await page.getByRole('button', { name: 'Monday' }).click()
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('When').fill(businessDay(new Date()))
  await page.getByRole('button', { name: 'Save next step' }).click()
  await expect(said(page, 'Next step saved')).toBeVisible()
  await expect(details(page)).toContainText(/Send the transcript sample\s*Today/)
  await showTimeline(page)
  await expect(messages(page).filter({ hasText: 'Next step: Send the transcript sample' })).toBeVisible()

  await page.goto('/login?list=today&whose=mine')
  await expect(list(page).getByRole('list', { name: 'Next steps, 1' })).toContainText(name)
  await expectAccessibleInBothSchemes(page)
  await list(page).getByRole('button', { name: 'Done: Send the transcript sample' }).click()
  await expect(list(page).getByText('No next step is due.')).toBeVisible()
  await undo(page, 'Next step done').click()
  await expect(list(page).getByRole('link', { name })).toContainText('Today')
})

test('an unsaved next step is not lost without a question', anyWidth, async ({ page, site }) => {
  const id = await writeContact(site, { first_name: 'Uma' })
  await enter(page, site, `/login?contact=${id}&step=1&pane=details`)
  await page.getByLabel('What to do').fill('Ask about the second office')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('What to do')).toHaveValue('Ask about the second office')
})

test('an email is sent from the composer, and its reply lands below it', async ({ page, site }) => {
  const email = `erin.${tag()}@workspace.example`.toLowerCase()
  const id = await writeContact(site, { first_name: 'Erin', email })
  await enter(page, site, `/login?contact=${id}`)

  await person(page).getByRole('tab', { name: 'Email' }).click()
  await person(page).getByRole('textbox', { name: 'Message' }).fill('Shall we talk on Tuesday?')
  await expect(person(page).getByText('Add a subject to send it.')).toBeVisible()
  await person(page).getByLabel('Subject').fill('Your website')
  await expect(person(page).getByText('Our signature is added. Replies land here.')).toBeVisible()
  await person(page).getByRole('button', { name: 'Send email' }).click()
  await expect(messages(page).filter({ hasText: 'Shall we talk on Tuesday?' })).toContainText('sent')

  await actInSandbox(site, 'sandbox-mail', {
    action: 'write',
    address: email,
    subject: 'Re: Your website',
    message: 'Tuesday is good.',
  })
  await expect(messages(page).filter({ hasText: 'Tuesday is good.' })).toBeVisible()
  await expect(person(page).getByText(/24 h|by .*; waiting for/)).toBeVisible()
})

test('an email to a person who used the contact form has a subject', anyWidth, async ({ page, site }) => {
  const email = `fern.${tag()}@workspace.example`.toLowerCase()
  const written = await createServiceClient(site).functions.invoke('handle-contact-form', {
    body: { name: `Fern ${tag()}`, email, message: 'Can you help us with a menu?' },
  })
  expect(written.error).toBeNull()
  await enter(page, site)
  await waiting(page, `Fern ${tag()}`).click()
  await expect(person(page).getByLabel('Subject')).toHaveValue('Your message to Tidewright')
})

test('files are attached to an email by button and paste, kept with the draft, removed, sent and saved again', async ({
  page,
  site,
}) => {
  const id = await writeContact(site, {
    first_name: 'Fay',
    email: `fay.${tag()}@workspace.example`.toLowerCase(),
  })
  await enter(page, site, `/login?contact=${id}`)
  await person(page).getByRole('tab', { name: 'Email' }).click()
  await person(page).getByLabel('Subject').fill('The offer')
  const message = person(page).getByRole('textbox', { name: 'Message' })
  await message.fill('Both files are attached.')
  const attached = person(page).getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  const choose = (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    person(page).locator('input[type=file]').setInputFiles(files)

  await choose(
    { name: 'offer.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(84_000, 'offer') },
    { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('wrong') },
  )
  await expect(attached).toHaveText(['offer.pdf, 82 KB', 'wrong.txt, 1 KB'])
  await message.evaluate((field) => {
    const data = new DataTransfer()
    data.items.add(new File(['pasted'], 'plan.txt', { type: 'text/plain' }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(attached).toHaveCount(3)
  await choose({ name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(11 * 1024 * 1024) })
  await expect(person(page).getByRole('alert')).toHaveText(
    'film.mov has 11.0 MB. A file can have at most 10 MB.',
  )
  await person(page).getByRole('button', { name: 'Remove wrong.txt' }).click()
  await expect(attached).toHaveText(['offer.pdf, 82 KB', 'plan.txt, 1 KB'])
  await expectAccessibleInBothSchemes(page)

  await page.reload()
  await expect(attached).toHaveText(['offer.pdf, 82 KB', 'plan.txt, 1 KB'])
  await person(page).getByRole('button', { name: 'Send email' }).click()
  const sent = messages(page).filter({ hasText: 'Both files are attached.' })
  await expect(sent.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(2)
  await expect(attached).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await sent.getByRole('button', { name: 'Save plan.txt, 1 KB' }).click()
  expect((await saving).suggestedFilename()).toBe('plan.txt')
})

test('a picture from a phone opens in the thread, and one sent from the composer reaches the phone', async ({
  page,
  site,
}) => {
  const number = formatNumber(73)
  const id = await writeContact(site, { first_name: 'Pia', phone: number, text_consent: true })
  await enter(page, site, `/sandbox/phone?number=${encodeURIComponent(number)}`)
  await page.getByLabel('Picture to send').setInputFiles({
    name: 'storefront.jpg',
    mimeType: 'image/jpeg',
    buffer: await drawSample(640, 480),
  })
  await expect(page.getByText('storefront.jpg is sent with it.')).toBeVisible()
  await page.getByRole('button', { name: 'Send text' }).click()
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible()

  await page.goto(`/login?contact=${id}`)
  await messages(page).getByRole('button', { name: 'Open Picture 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Picture 1' })
  await expect(dialog.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  expect(
    await dialog
      .getByRole('img')
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
  ).toBe(640)
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await person(page).getByRole('tab', { name: 'Text' }).click()
  await person(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await drawSample(300, 200) })
  await expect(person(page).getByRole('list', { name: 'Attached files' })).toContainText('logo.jpg, 1 KB')
  await expectAccessibleInBothSchemes(page)
  await person(page).getByRole('button', { name: /^Send/ }).last().click()
  await expect(messages(page).filter({ hasText: 'sent' }).getByRole('img')).toBeVisible()
  await expect(person(page).getByRole('list', { name: 'Attached files' })).toHaveCount(0)

  await page.goto(`/sandbox/phone?number=${encodeURIComponent(number)}`)
  await expect(page.getByRole('img', { name: 'Picture 1' })).toHaveCount(2)
})

test('a file that can never be fetched says why without a button, and one the carrier still has can be tried again', async ({
  page,
  site,
}) => {
  const service = createServiceClient(site)
  const id = await writeContact(site, { first_name: 'Gus', phone: formatNumber(74), text_consent: true })
  const log = await service
    .from('communication_logs')
    .insert({
      contact_id: id,
      type: 'sms',
      direction: 'inbound',
      status: 'received',
      phone_number: formatNumber(74),
      message: 'Our plans',
    })
    .select('id')
    .single()
    .throwOnError()
  const file = { log_id: log.data.id, media_type: 'image/jpeg', source: 'https://elsewhere.example/1' }
  await service
    .from('text_media')
    .insert([
      { ...file, position: 0, file_name: 'file-1', failure: 'gone', problem: 'It is gone.' },
      { ...file, position: 1, file_name: 'file-2', failure: 'too large', problem: 'It is too large.' },
      { ...file, position: 2, file_name: 'file-3', failure: 'unreachable', problem: 'No answer.' },
    ])
    .throwOnError()
  await enter(page, site, `/login?contact=${id}`)
  const files = page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  await expect(files).toContainText([
    'Picture 1 could not be fetched. It is gone.',
    'Picture 2 could not be fetched. It is too large.',
    'Picture 3 could not be fetched. No answer.',
  ])
  const retry = files.getByRole('button', { name: 'Try again' })
  await expect(retry).toHaveCount(1)
  await expectAccessibleInBothSchemes(page)
  await retry.click()
  await expect(files.nth(2)).toContainText('Its address is not one of the carrier.')
  await expect(retry).toHaveCount(0)
})

test('each day of the timeline is a heading above a list of what happened on it', async ({ page, site }) => {
  const id = await writeContact(site, { first_name: 'Ida', phone: formatNumber(75), text_consent: true })
  const text = { contact_id: id, type: 'sms', direction: 'inbound', phone_number: formatNumber(75) }
  await createServiceClient(site)
    .from('communication_logs')
    .insert([
      { ...text, status: 'received', message: 'One', created_at: '2025-03-09T17:00:00Z' },
      { ...text, status: 'received', message: 'Two', created_at: '2025-03-09T18:00:00Z' },
      { ...text, status: 'received', message: 'Three', created_at: '2025-03-12T17:00:00Z' },
    ])
    .throwOnError()
  await enter(page, site, `/login?contact=${id}`)
  await showTimeline(page)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('heading', { level: 3 })).toHaveText([
    'March 9, 2025',
    'March 12, 2025',
    'Today',
  ])
  const days = timeline.locator('h3 + ol')
  await expect(days.nth(0).getByRole('listitem')).toContainText(['One', 'Two'])
  await expect(days.nth(1).getByRole('listitem')).toContainText(['Three'])
  await expectAccessibleInBothSchemes(page)
})

test('the composer keeps the chosen tab and the unsent words of each person while staff switch between them', async ({
  page,
  site,
}) => {
  const [una, vic] = [`Una ${tag()}`, `Vic ${tag()}`]
  await writeContact(site, {
    first_name: 'Una',
    phone: formatNumber(71),
    email: `una.${tag()}@workspace.example`,
    text_consent: true,
  })
  await writeContact(site, { first_name: 'Vic', phone: formatNumber(72), text_consent: true })
  await enter(page, site, `/login?list=contacts&q=${tag()}`)
  const tab = (name: string) => person(page).getByRole('tab', { name })
  const message = person(page).getByRole('textbox', { name: 'Message' })
  const open = async (name: string) => {
    await list(page).getByRole('link', { name }).click()
    await expect(person(page).getByRole('heading', { name })).toBeVisible()
  }
  const leave = () => person(page).getByRole('button', { name: 'Back to the list' }).click()

  await open(una)
  await message.fill('A text to Una')
  await tab('Email').click()
  await person(page).getByLabel('Subject').fill('A subject for Una')
  await message.fill('An email to Una')
  await leave()

  await open(vic)
  await expect(tab('Text')).toHaveAttribute('aria-selected', 'true')
  await expect(message).toHaveValue('')
  await message.fill('A text to Vic')
  await tab('Note').click()
  await person(page).getByLabel('Add a note').fill('A note on Vic')
  await leave()

  await open(una)
  await expect(tab('Email')).toHaveAttribute('aria-selected', 'true')
  await expect(person(page).getByLabel('Subject')).toHaveValue('A subject for Una')
  await expect(message).toHaveValue('An email to Una')
  await tab('Text').click()
  await expect(message).toHaveValue('A text to Una')
  await leave()

  await open(vic)
  await page.reload()
  await expect(tab('Note')).toHaveAttribute('aria-selected', 'true')
  await expect(person(page).getByLabel('Add a note')).toHaveValue('A note on Vic')
  await tab('Text').click()
  await expect(message).toHaveValue('A text to Vic')
})

test(
  'the assistant drafts a reply that staff edit, and undo restores the typed text',
  anyWidth,
  async ({ page, site }) => {
    const number = formatNumber(63)
    const id = await writeContact(site, { first_name: 'Dora', phone: number })
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Do you build apps?' })
    await enter(page, site, `/login?contact=${id}`)
    const field = person(page).getByRole('textbox', { name: 'Message' })
    await field.fill('Yes')
    await person(page).getByRole('button', { name: 'Draft a reply' }).click()
    await expect(field).toHaveValue(/^Hi Dora, .*simulated draft/)
    await expect(
      person(page).getByText(/Simulated Based on: Their text of .+ · Our phone and email/),
    ).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await undo(page, 'Draft written').click()
    await expect(field).toHaveValue('Yes')
    await expect(messages(page).filter({ hasText: 'simulated draft' })).toHaveCount(0)
  },
)

test(
  'a text for tomorrow waits in the timeline until the person writes first',
  anyWidth,
  async ({ page, site }) => {
    const number = formatNumber(62)
    const id = await writeContact(site, { first_name: 'Lena', phone: number, text_consent: true })
    await enter(page, site, `/login?contact=${id}`)
    const later = person(page).getByRole('button', { name: 'Send later' })
    const message = person(page).getByRole('textbox', { name: 'Message' })
    await message.click()
    await expect(later).toBeDisabled()
    await message.fill('Any questions about the quote?')
    await later.click()
    await page.getByRole('menuitem', { name: 'Pick a time' }).click()
    await expect(page.getByLabel('Send at')).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Send now instead' }).click()
    await later.click()
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
    await expect(said(page, 'unless they write first')).toBeVisible()
    const text = messages(page).filter({ hasText: 'Any questions about the quote?' })
    await expect(text).toContainText(/Goes out on .+, unless they write or call first\./)

    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'We take the quote.' })
    await expect(text).toContainText('They wrote or called first.')
    await expect(text).toContainText('canceled')
  },
)

test(
  '"Remind me" plans a step and leaves the reply due; `d` marks the reply, then the step, as done',
  anyWidth,
  async ({ page, site }) => {
    const number = formatNumber(62)
    const name = `Rem ${tag()}`
    const id = await writeContact(site, { first_name: 'Rem', phone: number })
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Did you find the plans?' })
    await enter(page, site)
    await waiting(page, name).click()
    const remind = async (day: RegExp) => {
      await person(page).getByRole('button', { name: 'Remind me' }).click()
      await page.getByRole('menuitem', { name: day }).click()
    }
    const step = details(page).getByRole('region', { name: 'Next step' })
    await remind(/^Tomorrow/)
    await expect(step).toContainText('Follow up')
    await expect(step).toContainText('Tomorrow')
    await expect(waiting(page, name)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await expect(said(page, 'Follow up: Tomorrow')).toBeVisible()
    await page.keyboard.press('z')
    await expect(step).not.toContainText('Follow up')

    const plan = { next_step: 'Send the plans', next_step_on: '2026-01-05' }
    await createServiceClient(site).from('crm_contacts').update(plan).eq('id', id).throwOnError()
    await expect(step).toContainText('Send the plans')
    await page.getByRole('heading', { name }).focus()
    await page.keyboard.press('d')
    await expect(waiting(page, name)).toHaveCount(0)
    await expect(person(page).getByText('Next step was due Mon, Jan 5: Send the plans')).toBeVisible()
    await person(page).getByRole('button', { name: 'Move' }).click()
    await page.getByRole('menuitem', { name: /^In 1 week/ }).click()
    await expect(person(page).getByText('Next step was due')).toHaveCount(0)
    await expect(step).toContainText('Send the plans')
    await undo(page, 'Send the plans: ').click()
    await page.getByRole('heading', { name }).focus()
    await page.keyboard.press('d')
    await expect(step).not.toContainText('Send the plans')

    await page.keyboard.press('F6')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await page.keyboard.press('F6')
    await expect(details(page).getByRole('button', { name: /^Edit/ })).toBeFocused()
    await page.keyboard.press('Shift+F6')
    await page.keyboard.press('Shift+F6')
    await expect(page.getByRole('heading', { name })).toBeFocused()
    await page.keyboard.press('a')
    await expect(details(page).getByLabel('Owner')).toBeFocused()
  },
)

test('a call made with another phone is logged with its outcome, and ends the waiting if they spoke', async ({
  page,
  site,
}) => {
  const number = formatNumber(63)
  const name = `Lou ${tag()}`
  await writeContact(site, { first_name: 'Lou', phone: number })
  await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Please call me.' })
  await enter(page, site)
  await waiting(page, name).click()
  const log = async (outcome: string, note: string) => {
    await person(page).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Log a call' }).click()
    const dialog = page.getByRole('dialog', { name: `Log a call with ${name}` })
    await dialog.getByLabel('How did it go?').selectOption(outcome)
    await dialog.getByLabel('What was said').fill(note)
    await dialog.getByRole('button', { name: 'Save call' }).click()
    await expect(said(page, `Call saved: ${outcome}`)).toBeVisible()
  }
  await log('No answer', '')
  const due = person(page).getByRole('button', { name: 'Mark as replied' })
  await expect(due).toBeVisible()
  await log('We spoke', 'Wants a quote.')
  await expect(messages(page).filter({ hasText: 'Wants a quote.' })).toContainText('We spoke')
  await expect(due).toHaveCount(0)
})

test('the first row of work stands high on the screen in each list', async ({ page, site, isMobile }) => {
  const number = formatNumber(64)
  const plan = { next_step: 'Call back', next_step_on: '2026-01-05' }
  const id = await writeContact(site, { first_name: 'Ivo', phone: number })
  await createServiceClient(site).from('crm_contacts').update(plan).eq('id', id).throwOnError()
  await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'When do you open?' })
  await signIn(page, site.admin)
  await expect(page.getByRole('tab', { name: 'Blog' })).toBeVisible()
  for (const address of [
    '',
    '?list=today',
    '?list=contacts',
    '?list=phone',
    '?tab=blog',
    '?tab=notifications',
  ]) {
    await page.goto(`/login${address}`)
    const row = page
      .locator('main :is(li:has(a[href*="contact="]), li:has(> div > button), tbody > tr):visible')
      .first()
    await expect(row, address).toBeVisible()
    expect((await row.boundingBox())?.y, address).toBeLessThanOrEqual(isMobile ? 300 : 250)
  }
})

test('the waiting list fills a tall screen', anyWidth, async ({ page, site }) => {
  const number = formatNumber(66)
  await writeContact(site, { first_name: 'Tall', phone: number })
  await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Do you open on Sundays?' })
  await page.setViewportSize({ width: 768, height: 1300 })
  await signIn(page, site.admin)
  const rows = page.getByRole('list', { name: /^Needs reply/ }).locator('..')
  await expect(rows).toBeVisible()
  // The greeting below it takes the rest.
  expect((await rows.boundingBox())?.height).toBeGreaterThan(900)
})

test('"We spoke" at a call ends the waiting, and its undo starts it again', async ({ page, site }) => {
  const number = formatNumber(61)
  const name = `Cal ${tag()}`
  const id = await writeContact(site, { first_name: 'Cal', phone: number })
  await actInSandbox(site, 'sandbox-phone', { action: 'call', number, answered: false })
  await enter(page, site)
  await waiting(page, name).click()
  const due = person(page).getByRole('button', { name: 'Mark as replied' })
  await expect(due).toBeVisible()
  await createServiceClient(site)
    .from('communication_logs')
    .insert({
      contact_id: id,
      type: 'call',
      direction: 'outbound',
      phone_number: number,
      status: 'initiated',
    })
    .throwOnError()

  await messages(page).getByRole('button', { name: 'Left a voicemail' }).click()
  await expect(messages(page).getByRole('button', { name: 'We spoke' })).toHaveCount(0)
  await expect(due).toBeVisible()
  await undo(page, 'Call saved: Left a voicemail').click()
  await messages(page).getByRole('button', { name: 'We spoke' }).click()
  await expect(due).toHaveCount(0)
  await messages(page).getByRole('button', { name: 'Add what was said' }).click()
  await page.getByRole('textbox', { name: 'What was said' }).fill('Wants a quote by Friday')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(messages(page).filter({ hasText: 'Wants a quote by Friday' })).toContainText('We spoke')
  await expectAccessibleInBothSchemes(page)
})

test(
  'an author edits a note in the timeline, deletes it and undoes that',
  anyWidth,
  async ({ page, site }) => {
    const id = await writeContact(site, { first_name: 'Noa' })
    await enter(page, site, `/login?contact=${id}`)
    await person(page).getByRole('tab', { name: 'Note' }).click()
    await person(page).getByLabel('Add a note').fill('Likes mornings.')
    await person(page).getByRole('button', { name: 'Add note' }).click()
    const edit = messages(page).getByRole('button', { name: 'Edit note' })
    await expect(messages(page).filter({ hasText: 'Likes mornings.' })).toContainText('by you')
    await edit.click()
    const field = messages(page).getByLabel('Note', { exact: true })
    await expect(field).toBeFocused()
    await field.fill('Likes evenings.')
    await messages(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expectAccessibleInBothSchemes(page)
    await field.press('Control+Enter')
    await expect(messages(page).filter({ hasText: 'Likes evenings.' })).toBeVisible()
    await expect(edit).toBeFocused()
    await expect(messages(page).getByText('edited', { exact: true })).toBeVisible()

    await edit.click()
    await messages(page).getByRole('button', { name: 'Delete note' }).click()
    await expect(messages(page).filter({ hasText: 'Likes evenings.' })).toHaveCount(0)
    await undo(page, 'Note deleted').click()
    await expect(messages(page).filter({ hasText: 'Likes evenings.' })).toBeVisible()
  },
)
