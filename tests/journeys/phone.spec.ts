import type { Page } from '@playwright/test'
import { nextTextingTime } from '../../features/conversations/texting-hours.ts'
import {
  anyWidth,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  openForm,
  pressInTurn,
  showDetails,
  signIn,
  test,
} from './support/journey.ts'
import { actInSandbox, createServiceClient, formatNumber, tag, writeContact } from './support/people.ts'

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const warned = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const conversation = (page: Page) => page.getByRole('region', { name: 'Person' })
const messages = (page: Page) => page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
const message = (page: Page) => conversation(page).getByRole('textbox', { name: 'Message' })
const send = (page: Page) => conversation(page).getByRole('button', { name: /^Send (text|when allowed)$/ })

/** All at once, because they also disappear after a while. */
async function dismissToasts(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Dismiss' })
    .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()))
}

test(
  'an SMS conversation in two browsers, from the first message to STOP and a new opt-in',
  anyWidth,
  async ({ page, anotherPage, site }) => {
    test.slow() // two browsers, and seven round trips through the carrier
    const number = formatNumber(1)
    const id = await writeContact(site, { first_name: 'Dana', phone: number, text_consent: true })
    // A recent call allows an SMS during quiet hours.
    await actInSandbox(site, 'sandbox-phone', { action: 'call', number, answered: false })
    await signIn(page, site.admin, `/login?contact=${id}`)
    await expect(messages(page).filter({ hasText: 'Missed call' })).toBeVisible()
    const other = await anotherPage()
    const manager = await site.createAccount(`phone-${tag()}@desk.example`, 'manager')
    await signIn(other, manager, `/login?contact=${id}`)

    await send(page).click()
    await expect(warned(page, 'Please select a contact and enter a message')).toBeVisible()
    await conversation(page).getByLabel('Template').selectOption('Thanks for writing')
    await expect(message(page)).toHaveValue(/^Hi Dana, this is Tidewright\./)
    await message(page).fill('Möchten Sie 20 € sparen? 🙂')
    await expect(conversation(page).getByText('27/160')).toBeVisible()
    await expect(conversation(page).getByText('43 characters left')).toBeVisible()
    await message(page).fill('a'.repeat(161))
    await expect(conversation(page).getByText('161/160')).toBeVisible()
    await expect(conversation(page).getByText('Goes out as 2 texts', { exact: true })).toBeVisible()
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

    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Ten is fine.' })
    for (const screen of [page, other])
      await expect(messages(screen).filter({ hasText: 'Ten is fine.' })).toBeVisible()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page)
    }

    await conversation(page).getByRole('button', { name: 'Call', exact: true }).click()
    const asked = page.getByRole('alertdialog', { name: `Call Dana ${tag()}?` })
    await expect(asked).toContainText(
      /\(910\) \d{3}-\d{4}, where it is .+ E[SD]T\..* Our phone \(910\) 555-0100 rings first\./,
    )
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(asked).toBeHidden()
    await expect(messages(page).filter({ hasText: 'You called' })).toHaveCount(0)
    await conversation(page).getByRole('button', { name: 'Call', exact: true }).click()
    await asked.getByRole('button', { name: /^Call/ }).click()
    await expect(said(page, 'Call initiated successfully')).toBeVisible()
    await expect(messages(page).filter({ hasText: 'You called' })).toContainText('initiated')

    await dismissToasts(page)
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Please stop texting me' })
    for (const screen of [page, other]) {
      await expect(conversation(screen).getByText('Contact has not consented to text messages')).toBeVisible()
      await expect(message(screen)).toHaveCount(0)
    }
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'START' })
    await message(page).fill('Welcome back.')
    await send(page).click()
    await expect(messages(page).filter({ hasText: 'Welcome back.' })).toContainText('delivered')

    await showDetails(page)
    const record = page.getByRole('region', { name: 'Consent to texts' })
    await expect(record.getByRole('listitem')).toHaveCount(3)
    await expect(record.getByRole('listitem').first()).toContainText('Agreed, by texting us')
    await expect(record.getByRole('listitem').nth(1)).toContainText('Withdrawn, by texting us')
    const download = page.waitForEvent('download')
    await record.getByRole('button', { name: 'Download evidence' }).click()
    expect((await download).suggestedFilename()).toBe(`consent-${id}.json`)
  },
)

test(
  'blocked SMS and calls show the reason, and unknown senders become leads',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 409')
    const stranger = formatNumber(2)
    const refusing = '+15005550009'
    const failing = await writeContact(site, { first_name: 'Rex', phone: refusing, text_consent: true })
    const silent = await writeContact(site, { first_name: 'Nora' })
    await actInSandbox(site, 'sandbox-phone', { action: 'call', number: refusing, answered: true })
    await signIn(page, site.admin, '/login?list=phone')
    const people = page.getByRole('region', { name: 'Contacts with a phone' })
    await people.getByLabel('Search contacts with a phone').fill(`rex ${tag()}`)
    await expect(people.getByRole('listitem')).toHaveCount(1)
    await people.getByRole('button', { name: `Rex ${tag()}`, exact: true }).click()
    await message(page).fill('Does this arrive?')
    await send(page).click()
    await expect(warned(page, 'Failed to send SMS')).toBeVisible()
    await expect(message(page)).toHaveValue('Does this arrive?')
    const unsent = messages(page).filter({ hasText: 'Does this arrive?' })
    await expect(unsent).toContainText('failed')
    await expect(unsent).toContainText('The number cannot receive texts.')
    await conversation(page).getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: /^Call/ }).click()
    await expect(warned(page, 'Failed to initiate call: The number cannot receive texts.')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`contact=${failing}`))

    await page.goto(`/login?contact=${silent}`)
    await page.getByRole('tab', { name: 'Text' }).click()
    await expect(conversation(page).getByText('Contact has no phone number')).toBeVisible()
    await conversation(page).getByRole('button', { name: 'Call', exact: true }).click()
    await expect(warned(page, 'Contact has no phone number')).toBeVisible()

    await actInSandbox(site, 'sandbox-phone', {
      action: 'write',
      number: stranger,
      body: `Do you build boats? ${tag()}`,
    })
    await page.goto('/login?list=phone')
    const history = page.getByRole('region', { name: 'History' })
    const entry = history.getByRole('listitem').filter({ hasText: 'Do you build boats?' })
    await expect(entry).toContainText('received')
    await expect(entry).toContainText('New')
    const name = await entry.getByRole('button').first().innerText()
    await expect(people.getByRole('button', { name: `${name} 1 new text` })).toBeVisible()
    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Waiting' }).click()
    const waits = page.getByRole('list', { name: /^Needs reply/ }).getByRole('link', { name })
    await expect(waits).toContainText(`Do you build boats? ${tag()}`)
    await expect(waits).toContainText(/ left|by /)
    await waits.click()
    await expect(messages(page).filter({ hasText: 'Do you build boats?' })).toBeVisible()
    await expect(conversation(page).getByText(/^Reply until/)).toBeVisible()
    await conversation(page).getByLabel('Template').selectOption('Thanks for writing')
    await expect(message(page)).toHaveValue(/^Hi, this is Tidewright\./)
    await expect(conversation(page).getByRole('option', { name: 'Missed you' })).toHaveCount(0)
    await message(page).fill('We do. Shall we call you?')
    await send(page).click()
    await expect(messages(page).filter({ hasText: 'We do.' })).toContainText(
      'Reply within 24 hours of their message.',
    )
    await expect(waits).toHaveCount(0)
    await page.goto('/login?list=phone')
    await expect(entry).not.toContainText('New')
    await expect(people.getByRole('button', { name, exact: true })).toBeVisible()
  },
)

/** A phone where it is night: of two places that never both have night, the one with more of it left. */
function sleepingNumber(): string {
  const now = new Date()
  const wait = (areaCode: string) => nextTextingTime(areaCode, now).getTime() - now.getTime()
  const areaCode = wait('401') > wait('671') ? '401' : '671'
  return formatNumber(4).replace('+1910', `+1${areaCode}`)
}

test(
  'during quiet hours SMS wait unless an admin gives a reason, and unknown deliveries need a decision',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('ERR_FAILED')
    const number = sleepingNumber()
    const sleeping = await writeContact(site, { first_name: 'Mele', phone: number, text_consent: true })
    await signIn(page, site.admin, `/login?contact=${sleeping}`)
    const note = 'Texts wait until'
    await expect(conversation(page).getByText(note)).toContainText(/(9:00 AM|12:00 PM)/)
    await message(page).fill('Shall we talk tomorrow?')
    // The SMS is sent but the response is lost; a retry after a reload must not send a second one.
    await page.route(
      '**/functions/v1/send-sms',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await send(page).click()
    await expect(warned(page, 'Failed to send SMS')).toBeVisible()
    await page.reload()
    await expect(message(page)).toHaveValue('Shall we talk tomorrow?')
    await send(page).click()
    await expect(said(page, 'The text waits until this contact may be texted.')).toBeVisible()
    const waiting = messages(page).filter({ hasText: 'Shall we talk tomorrow?' })
    await expect(waiting).toContainText(/scheduled.*Goes out on .*(9:00 AM|12:00 PM)/)
    await expect(waiting).toHaveCount(1)
    await waiting.getByRole('button', { name: 'Change text' }).click()
    await expect(waiting).toContainText('canceled')
    await expect(message(page)).toHaveValue('Shall we talk tomorrow?')
    await message(page).fill('Shall we talk on Thursday?')
    await send(page).click()
    const changed = messages(page).filter({ hasText: 'Shall we talk on Thursday?' })
    await expect(changed).toContainText('scheduled')
    await message(page).fill('Your site is back.')
    await conversation(page).getByLabel('Send now, give a reason').fill('Asked to be told at once')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/functions/v1/send-sms', async (route) => {
      await held
      await route.continue()
    })
    await send(page).click()
    await message(page).fill('More is being typed meanwhile.')
    release()
    await expect(said(page, 'SMS sent successfully')).toBeVisible()
    await expect(message(page)).toHaveValue('More is being typed meanwhile.')
    await expect(messages(page).filter({ hasText: 'Your site is back.' })).toContainText(
      'Sent outside the usual hours: Asked to be told at once',
    )
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'no more texts please' })
    await expect(changed).toContainText(/canceled.*This number has opted out of text messages/)

    const lost = '+15005550050'
    const asked = await writeContact(site, { first_name: 'Lena', phone: lost, text_consent: true })
    await actInSandbox(site, 'sandbox-phone', { action: 'call', number: lost, answered: true })
    await page.goto(`/login?contact=${asked}`)
    await message(page).fill('Did this arrive?')
    await send(page).click()
    await expect(warned(page, 'We could not find out whether this text was sent.')).toBeVisible()
    const unknown = messages(page).filter({ hasText: 'Did this arrive?' })
    await expect(unknown).toContainText('unknown')
    await expectAccessible(page)
    await unknown.getByRole('button', { name: 'It was not sent' }).click()
    await expect(unknown).toContainText(/failed.*Not sent, as a person found out\./)
  },
)

test('a closed channel says why and what opens it, and offers the ways that are open', async ({
  page,
  site,
}) => {
  const number = formatNumber(8)
  const printed = number.replace(/^\+1(...)(...)(....)$/, '($1) $2-$3')
  const email = `${tag()}@closed.example`
  const walter = await writeContact(site, { first_name: 'Walter', email, phone: number })
  const none = await writeContact(site, { first_name: 'Nobody' })
  await signIn(page, site.admin, `/login?contact=${walter}`)
  const text = conversation(page).getByRole('region', { name: 'Contact has not consented to text messages' })
  await expect(text).toContainText('Texting opens when they text or call us, check the box on a form')
  await expect(page.getByRole('tab', { name: 'Text closed' })).toBeVisible()
  await expect(text.getByRole('button')).toHaveText(['Email instead', `Call ${printed}`, 'Record consent'])
  await expectAccessibleInBothSchemes(page)

  await page.keyboard.press('r')
  await expect(text).toBeFocused()
  await pressInTurn(page, 'Tab', 'Enter')
  await expect(message(page)).toHaveAttribute('placeholder', 'Write an email')
  await expect(message(page)).toBeFocused()
  await page.getByRole('tab', { name: 'Text closed' }).click()
  await text.getByRole('button', { name: `Call ${printed}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  await text.getByRole('button', { name: 'Record consent' }).click()
  const form = page.getByRole('form', { name: 'Record consent' })
  await expect(form.getByLabel('How they agreed')).toBeFocused()
  await form.getByLabel('How they agreed').selectOption('on the phone')
  await form.getByLabel('Reason').fill('Asked to be texted about the catalog')
  await form.getByRole('button', { name: 'Record consent' }).click()
  await expect(said(page, 'Consent recorded')).toBeVisible()
  await page.goto(`/login?contact=${walter}`)
  await expect(message(page)).toHaveAttribute('placeholder', 'Text Walter')

  await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'STOP' })
  await expect(text).toContainText(
    /They opted out on \w+ \d+\. Only they can undo it, by texting START to \(910\) 555-0142\./,
  )
  await expect(text.getByRole('button')).toHaveText(['Email instead', `Call ${printed}`])
  await page.goto(`/login?contact=${walter}&pane=details&consent=grant`)
  await expect(page.getByRole('button', { name: 'Record withdrawal' })).toBeVisible()
  await expect(form).toHaveCount(0)
  await actInSandbox(site, 'sandbox-mail', {
    action: 'write',
    address: email,
    subject: 'Stop',
    message: 'unsubscribe',
  })
  await page.goto(`/login?contact=${walter}`)
  await page.getByRole('tab', { name: 'Email closed' }).click()
  const mail = conversation(page).getByRole('region', { name: 'This address has opted out of email' })
  await expect(mail).toContainText(/They opted out on .* Only they can undo it, by writing START to/)
  await expect(mail.getByRole('button')).toHaveText([`Call ${printed}`])
  await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'START' })
  await expect(mail.getByRole('button')).toHaveText(['Text instead', `Call ${printed}`])

  await page.goto(`/login?contact=${none}`)
  await page.getByRole('tab', { name: 'Text closed' }).click()
  const unreachable = conversation(page).getByRole('region', { name: 'Contact has no phone number' })
  await expect(unreachable.getByRole('button')).toHaveText(['Add a number'])
  await page.getByRole('tab', { name: 'Email closed' }).click()
  await conversation(page).getByRole('button', { name: 'Add an address' }).click()
  await expect(page.getByRole('button', { name: 'Update contact' })).toBeVisible()
})

test(
  'the lists and the contact show that a person who wrote first may be answered, and until when',
  anyWidth,
  async ({ page, site }) => {
    const number = formatNumber(6)
    const id = await writeContact(site, { first_name: 'Wren', phone: number })
    await signIn(page, site.admin, `/login?list=phone&contact=${id}`)
    await page.getByLabel('Search contacts with a phone').fill(tag())
    const places = [
      page
        .getByRole('region', { name: 'Contacts with a phone' })
        .getByRole('listitem')
        .filter({ hasText: `Wren ${tag()}` }),
      page.getByRole('region', { name: 'Consent to texts' }),
    ]
    for (const place of places) await expect(place.filter({ hasText: 'No consent' })).toBeVisible()
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Are you open today?' })
    for (const place of places) await expect(place.getByText(/^Reply until/)).toBeVisible()
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'STOP' })
    for (const place of places) await expect(place.getByText('Opted out', { exact: true })).toBeVisible()
  },
)

test(
  'on a phone, how long a reply is allowed stands beside the channels',
  anyWidth,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const number = formatNumber(7)
    // Without an address, the email channel shows a lock.
    const id = await writeContact(site, { first_name: 'Wren', phone: number })
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Are you open today?' })
    await signIn(page, site.admin, `/login?contact=${id}`)
    const chip = conversation(page).getByText(/^Reply until/)
    await expect(chip).toBeVisible()
    const [note, until] = await Promise.all([
      page.getByRole('tab', { name: 'Note' }).boundingBox(),
      chip.boundingBox(),
    ])
    expect(until?.x).toBeGreaterThan((note?.x ?? 0) + (note?.width ?? 0))
    expect(await chip.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0)
  },
)

test(
  'a contact with a rejected consent is saved once, and the form shows the error and keeps its input',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 409', 'status of 400')
    const number = formatNumber(7)
    const email = `${tag()}@opted.example`
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'STOP' })
    await signIn(page, site.admin, '/login?contact=new')
    await page.getByLabel('First name').fill('Otto')
    await page.getByLabel('Last name').fill(tag())
    await page.locator('[name=email]').fill(email)
    await page.getByLabel('Phone', { exact: true }).fill(number)
    await page.getByLabel('Contact has consented to text messages').check()
    await page.getByLabel('How did they agree?').selectOption('on paper')
    await page.getByLabel('Reason').fill('Signed the sheet at the fair')
    await page.getByRole('button', { name: 'Create contact' }).click()
    await expect(warned(page, 'Contact created, but the consent to texts was not recorded')).toBeVisible()
    await expect(warned(page, 'The contact itself is saved.')).toContainText(
      'This number has opted out of texts.',
    )
    await expect(page.getByLabel('Reason')).toHaveValue('Signed the sheet at the fair')
    await page.getByLabel('Company').fill('Otto & Co')
    await page.getByRole('button', { name: 'Update contact' }).click()
    await expect(warned(page, 'Contact updated, but the consent to texts was not recorded')).toBeVisible()
    await page.getByLabel('Contact has consented to text messages').uncheck()
    await page.getByRole('button', { name: 'Update contact' }).click()
    await expect(said(page, 'Contact updated successfully')).toBeVisible()
    const { data } = await createServiceClient(site)
      .from('crm_contacts')
      .select('company, text_consent')
      .eq('email', email)
      .throwOnError()
    expect(data).toEqual([{ company: 'Otto & Co', text_consent: false }])
  },
)

test(
  'staff record spoken consent and withdrawal, and admins manage SMS templates',
  anyWidth,
  async ({ page, anotherPage, site, expectedProblems }) => {
    test.slow() // two browsers, and two desks
    expectedProblems.push('status of 409', 'status of 400')
    const number = formatNumber(5)
    const id = await writeContact(site, { first_name: 'Iris', email: `${tag()}@iris.example`, phone: number })
    await signIn(page, site.admin, `/login?contact=${id}`)
    const record = page.getByRole('region', { name: 'Consent to texts' })
    const entries = record.getByRole('listitem')
    await expect(record.getByText('This contact has never agreed to texts.')).toBeVisible()
    await record.getByRole('button', { name: 'Record consent' }).click()
    await record.getByLabel('How they agreed').selectOption('on the phone')
    await record.getByLabel('Reason').fill('Asked for a text when the draft is ready')
    await record.getByRole('button', { name: 'Insert the words of the contact form' }).click()
    await expectAccessible(page)
    await record.getByRole('button', { name: 'Record consent' }).click()
    await expect(entries).toHaveCount(1)
    await expect(record.getByText('Texts ok').locator('..').locator('..')).toBeFocused()
    for (const words of [
      'Agreed, on the phone',
      'Asked for a text when the draft is ready',
      'I agree to receive text messages from Tidewright',
      `Recorded by ${site.admin.email}`,
    ])
      await expect(entries.first()).toContainText(words)
    await openForm(page)
    await expect(page.getByLabel('Contact has consented to text messages')).toBeChecked()
    await page.getByLabel('Company').fill('Iris & Co')
    await page.getByRole('button', { name: 'Update contact' }).click()
    await expect(said(page, 'Contact updated successfully')).toBeVisible()

    await record.getByRole('button', { name: 'Record withdrawal' }).click()
    await record.getByLabel('How they withdrew').selectOption('in person')
    await record.getByLabel('Reason').fill('Said at the counter: no texts')
    await record.getByRole('button', { name: 'Record withdrawal' }).click()
    await expect(entries.first()).toContainText('Withdrawn, in person')
    await expect(record.getByText('No consent')).toBeVisible()
    await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'STOP' })
    await expect(record.getByText('The owner of this number opted out.')).toBeVisible()
    await expect(record.getByRole('button', { name: 'Record consent' })).toHaveCount(0)
    await openForm(page)
    await page.getByLabel('Contact has consented to text messages').check()
    await page.getByLabel('How did they agree?').selectOption('on paper')
    await page.getByLabel('Reason').fill('Signed the sheet at the fair')
    await page.getByRole('button', { name: 'Update contact' }).click()
    await expect(warned(page, 'This number has opted out of texts.')).toBeVisible()
    await page.getByLabel('Contact has consented to text messages').uncheck()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await tickWithReason(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await pressInTurn(page, 'g', 'm')
    await expect(page.getByRole('heading', { name: 'Text templates' })).toBeFocused()
    const desk = await anotherPage()
    const manager = await site.createAccount(`templates-${tag()}@desk.example`, 'manager')
    await signIn(desk, manager, '/login?view=templates')
    await expect(desk.getByText('Admins write them.')).toBeVisible()
    await expect(desk.getByRole('button', { name: 'New template' })).toHaveCount(0)

    const name = `Draft ${tag()}`
    await page.getByRole('button', { name: 'New template' }).press('Enter')
    const form = page.getByRole('form', { name: 'New template' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Missed you')
    await form.getByLabel('Text').fill('Hi {frist_name}, ')
    await expect(form.getByText('{frist_name} is not known')).toBeVisible()
    await form.getByLabel('Text').fill('Hi ')
    await form.getByRole('button', { name: 'First name' }).press('Enter')
    await page.keyboard.type(', your draft 🙂 is ready. ')
    await form.getByRole('button', { name: 'Our name' }).press('Enter')
    await expect(form.getByText('Hi Dana, your draft 🙂 is ready. Tidewright')).toBeVisible()
    await expect(form.getByText('27 characters left')).toBeVisible()
    await form.getByLabel('Name').press('Enter')
    await expect(warned(page, 'Another template has this name.')).toBeVisible()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Name').press('Enter')
    await expect(said(page, 'Template created')).toBeVisible()
    await expect(desk.getByText(name)).toBeVisible()
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    const undo = page.getByRole('button', { name: 'Undo' })
    // A toast stays while the pointer is over it.
    await undo.hover()
    await expect(desk.getByText(name)).toHaveCount(0)
    await undo.click()
    await expect(desk.getByText(name)).toBeVisible()
  },
)

test(
  'an SMS sent from a simulated phone becomes a lead in the dashboard',
  anyWidth,
  async ({ page, site }) => {
    const number = formatNumber(3)
    const manager = await site.createAccount(`sandbox-${tag()}@desk.example`, 'manager')
    await signIn(page, manager, '/sandbox/phone')
    await expect(page.getByText('This is a simulation.')).toBeVisible()
    await page.getByLabel('Telephone number').fill('12345')
    await page.getByRole('button', { name: 'Pick up' }).click()
    await expect(page.getByText('Please give a number of ten digits.')).toBeVisible()
    await page.getByLabel('Telephone number').fill(number)
    await page.getByRole('button', { name: 'Pick up' }).click()
    // The form moves when the texts are there.
    await expect(page.getByText('No texts on this telephone yet.')).toBeVisible()
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
    await page.getByRole('link', { name: 'With a phone' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByRole('listitem').filter({ hasText: 'Missed call' }).first()).toContainText(
      'missed',
    )
  },
)

/** The consent box asks how the person agreed and records it once. */
async function tickWithReason(page: Page): Promise<void> {
  const box = page.getByLabel('Contact has consented to text messages')
  await page.goto('/login?list=contacts&contact=new')
  await page.getByLabel('First name').fill('Box')
  await page.getByLabel('Last name').fill('Ticked')
  await page.getByLabel('Email').fill(`${tag()}@box.example`)
  await page.getByLabel('Phone', { exact: true }).fill(formatNumber(6))
  await expect(page.getByLabel('How did they agree?')).toHaveCount(0)
  await box.check()
  await page.getByRole('button', { name: 'Create contact' }).click()
  await expect(page.locator('form :invalid:not(fieldset)')).toHaveCount(2)
  await page.getByLabel('How did they agree?').selectOption('on paper')
  await page.getByLabel('Reason').fill('Signed the sheet at the fair')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create contact' }).click()
  await expect(said(page, 'Contact created successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Box Ticked' }).first().click()
  const record = page.getByRole('region', { name: 'Consent to texts' })
  await expect(record.getByRole('listitem')).toHaveCount(1)
  await expect(record.getByRole('listitem')).toContainText('Agreed, on paper')
  await expect(record.getByRole('listitem')).toContainText('Signed the sheet at the fair')

  await openForm(page)
  await box.uncheck()
  await page.getByRole('button', { name: 'Update contact' }).click()
  await expect(page.locator('form :invalid:not(fieldset)')).toHaveCount(2)
  await page.getByLabel('How did they withdraw?').selectOption('on the phone')
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Wants emails only')
  await page.getByRole('button', { name: 'Update contact' }).click()
  await expect(said(page, 'Contact updated successfully')).toBeVisible()
  await expect(record.getByRole('listitem').first()).toContainText('Withdrawn, on the phone')
  await expect(record.getByRole('listitem').first()).toContainText('Wants emails only')
}
