import type { Page } from '@playwright/test'
import { anyWidth, chooseInAccountMenu, expect, signIn, test } from './support/journey.ts'
import { actInSandbox, createServiceClient, formatNumber, tag, writeContact } from './support/people.ts'

const people = (page: Page) => page.getByRole('region', { name: 'People' })
const person = (page: Page) => page.getByRole('region', { name: 'Person' })
const details = (page: Page) => page.getByRole('region', { name: 'Details' })
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const row = (page: Page, name: string) =>
  people(page)
    .getByRole('link', { name: new RegExp(name) })
    .first()

/** Presses of the mouse, and of keys that do not type into a field. */
interface Effort {
  clicks: number
  keys: number
}

/** Counts in the page itself, so that a hidden extra step of the test would show. */
async function countEffort(page: Page): Promise<() => Promise<Effort>> {
  const counter = await page.evaluateHandle(() => {
    const effort = { clicks: 0, keys: 0 }
    addEventListener('pointerdown', () => (effort.clicks += 1), true)
    addEventListener(
      'keydown',
      ({ key, ctrlKey, target }) => {
        if (key === 'Control' || key === 'Shift') return
        const types = target instanceof HTMLElement && target.matches('input, textarea')
        if (!types || ctrlKey) effort.keys += 1
      },
      true,
    )
    return effort
  })
  return () =>
    counter.evaluate((effort) => {
      const spent = { ...effort }
      effort.clicks = 0
      effort.keys = 0
      return spent
    })
}

/** A choice in a list of the browser's own counts as two clicks, which the page cannot see. */
const CHOICE = 2

test('the tasks of a day take few clicks and keys', anyWidth, async ({ page, site }) => {
  const service = createServiceClient(site)
  const number = formatNumber(70)
  const texter = `Tess ${tag()}`
  const id = await writeContact(site, { first_name: 'Tess', phone: number })
  const write = (body: string) => actInSandbox(site, 'sandbox-phone', { action: 'write', number, body })
  await write('Can you call me Friday?')
  const writer = `Wren ${tag()}`
  const address = `wren.${tag()}@effort.example`.toLowerCase()
  await writeContact(site, { first_name: 'Wren', email: address })
  await actInSandbox(site, 'sandbox-mail', {
    action: 'write',
    address,
    subject: 'A new website',
    message: 'Do you take on bakeries?',
  })
  await writeContact(site, { first_name: 'Twin', email: `twin.${tag()}@effort.example`.toLowerCase() })
  await writeContact(site, { first_name: 'Twins', email: `twin.${tag()}@effort.example`.toLowerCase() })
  const admin = await site.createAccount(`effort-${tag()}@desk.example`, 'admin')
  const colleague = await site.createAccount(`effort-b-${tag()}@desk.example`, 'manager')
  await signIn(page, admin)
  await expect(row(page, texter)).toBeVisible()
  const effort = await countEffort(page)

  await test.step('messages', async () => {
    await expect(row(page, texter)).toContainText('Can you call me Friday?')
    expect(await effort(), 'read what somebody wrote').toEqual({ clicks: 0, keys: 0 })

    await row(page, texter).click()
    await page.getByRole('textbox', { name: 'Message' }).click()
    await page.keyboard.type('Friday at ten works.')
    await page.keyboard.press('Control+Enter')
    await expect(said(page, 'SMS sent successfully')).toBeVisible()
    expect(await effort(), 'answer by text, from sign-in').toEqual({ clicks: 2, keys: 1 })

    await write('Perfect, thank you.')
    await expect(person(page).getByText('Perfect, thank you.')).toBeVisible()
    await write('Stop please')
    await expect(details(page).getByText('Opted out', { exact: true }).first()).toBeVisible()
    await actInSandbox(site, 'sandbox-phone', { action: 'call', number: formatNumber(71), answered: false })
    await expect(people(page).getByText('Missed call').first()).toBeVisible()
    expect(await effort(), 'see a reply, an opt-out and a missed call arrive').toEqual({ clicks: 0, keys: 0 })

    await row(page, writer).click()
    await effort()
    await page.getByRole('button', { name: 'Remind me' }).click()
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
    await expect(said(page, 'Follow up: Tomorrow')).toBeVisible()
    expect(await effort(), 'be reminded of an open person').toEqual({ clicks: 2, keys: 0 })
    await page.keyboard.press('Escape')
    await effort()

    await row(page, writer).click()
    await page.getByRole('textbox', { name: 'Message' }).click()
    await page.keyboard.type('We do. Shall we talk on Tuesday?')
    await page.keyboard.press('Control+Enter')
    await expect(person(page).getByText('We do. Shall we talk on Tuesday?')).toBeVisible()
    expect(await effort(), 'answer by email, from the list').toEqual({ clicks: 2, keys: 1 })
  })

  await test.step('one person', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Contacts', exact: true }).click()
    await effort()
    await page.keyboard.press('/')
    await expect(people(page).getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(`${tag()} tes`)
    await expect(row(page, texter)).toBeVisible()
    expect(await effort(), 'find by the words in another order').toEqual({ clicks: 0, keys: 1 })

    await row(page, texter).click()
    await expect(page.getByRole('heading', { name: texter })).toBeFocused()
    await effort()
    await page.keyboard.press('n')
    await expect(page.getByLabel('Add a note')).toBeFocused()
    await page.keyboard.type('Prefers mornings.')
    await page.keyboard.press('Control+Enter')
    await expect(person(page).getByText('Prefers mornings.')).toBeVisible()
    expect(await effort(), 'write a note on the open person').toEqual({ clicks: 0, keys: 2 })

    await details(page).getByLabel('Status').selectOption('Prospect')
    await expect(said(page, 'Status changed to Prospect')).toBeVisible()
    expect((await effort()).clicks + CHOICE, 'change the status of the open person').toBe(2)

    await page.getByRole('button', { name: 'Add next step' }).click()
    await expect(page.getByLabel('What to do')).toBeFocused()
    await page.keyboard.type('Send the offer')
    await page.getByRole('button', { name: 'Monday' }).click()
    await page.getByRole('button', { name: 'Save next step' }).click()
    await expect(said(page, 'Next step saved')).toBeVisible()
    expect(await effort(), 'plan a next step').toEqual({ clicks: 3, keys: 0 })

    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Today' }).click()
    await expect(
      people(page)
        .getByText(/No next step is due|Next steps/)
        .first(),
    ).toBeVisible()
    expect(await effort(), 'see what is due today').toEqual({ clicks: 1, keys: 0 })
    const { data } = await service.from('crm_contacts').select('status').eq('id', id).single().throwOnError()
    expect(data).toEqual({ status: 'prospect' })
  })

  await test.step('duplicates and erasure', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(`twins ${tag()}`)
    await page.getByRole('option', { name: `Twins ${tag()}` }).click()
    await expect(page.getByRole('heading', { name: `Twins ${tag()}` })).toBeVisible()
    await effort()
    await page.getByRole('button', { name: `Compare with Twin ${tag()}` }).click()
    await page.getByRole('button', { name: 'Merge into one' }).click()
    await expect(said(page, 'Contacts merged successfully')).toBeVisible()
    expect(await effort(), 'merge two contacts').toEqual({ clicks: 2, keys: 0 })
    await page.getByRole('button', { name: 'Undo merge' }).click()
    await expect(said(page, 'Merge undone successfully')).toBeVisible()
    expect(await effort(), 'undo a merge').toEqual({ clicks: 1, keys: 0 })

    await details(page).getByRole('button', { name: 'Erase person' }).click()
    await page.getByRole('checkbox', { name: 'I understand that this cannot be undone.' }).check()
    await page.getByRole('button', { name: 'Erase for good' }).click()
    await expect(said(page, 'Everything about this person was erased.')).toBeVisible()
    expect(await effort(), 'erase a person').toEqual({ clicks: 3, keys: 0 })
  })

  await test.step('many people', async () => {
    await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Contacts' }).click()
    await page.getByRole('searchbox').fill(tag())
    await expect(page.getByRole('checkbox', { name: `Select ${texter}` })).toBeVisible()
    await effort()
    await page.getByLabel('Status').first().selectOption('prospect')
    await page.getByRole('columnheader').getByRole('button', { name: 'Name' }).click()
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', /.+/)
    expect((await effort()).clicks + CHOICE, 'filter and sort').toBe(3)
    await page.getByLabel('Status').first().selectOption('')
    await expect(page.getByRole('checkbox', { name: `Select ${writer}` })).toBeVisible()

    await page.getByRole('checkbox', { name: `Select ${texter}` }).check()
    await page.getByRole('checkbox', { name: `Select ${writer}` }).check()
    const bar = page.getByRole('group', { name: 'Selected contacts' })
    await bar.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Customer' }).click()
    await expect(said(page, 'Status of 2 contacts changed to Customer')).toBeVisible()
    expect(await effort(), 'change the status of two contacts').toEqual({ clicks: 4, keys: 0 })

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await saved
    expect(await effort(), 'export the list').toEqual({ clicks: 1, keys: 0 })

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Import contacts' })
    const choosing = page.waitForEvent('filechooser')
    await panel.getByRole('button', { name: /^Choose/ }).click()
    const buffer = Buffer.from(`Full name,Email\nIvy ${tag()},ivy.${tag()}@effort.example\n`)
    await (await choosing).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
    await panel.getByRole('button', { name: 'Check 1 row' }).click()
    await panel.getByRole('button', { name: 'Import 1 contact' }).click()
    await expect(panel.getByRole('button', { name: 'Undo this import' })).toBeVisible()
    expect(await effort(), 'import a file').toEqual({ clicks: 4, keys: 0 })
  })

  await test.step('team and results', async () => {
    await chooseInAccountMenu(page, 'Results')
    await expect(page.getByRole('heading', { name: 'Results' }).first()).toBeVisible()
    expect(await effort(), 'open the figures of the owner').toEqual({ clicks: 2, keys: 0 })

    await chooseInAccountMenu(page, 'Team')
    // The history of the team below names the account, too.
    const member = page.getByRole('listitem').filter({ hasText: colleague.email }).first()
    await expect(member).toBeVisible()
    await effort()
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByLabel('Email').fill(`effort-c-${tag()}@desk.example`)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(said(page, 'Invitation sent')).toBeVisible()
    expect(await effort(), 'invite a colleague').toEqual({ clicks: 2, keys: 0 })

    await member.getByRole('button', { name: /^Manage/ }).click()
    await member.getByRole('button', { name: /^Disable account/ }).click()
    await page.getByRole('button', { name: 'Disable account', exact: true }).click()
    await expect(member).toContainText('Disabled')
    expect(await effort(), 'disable an account').toEqual({ clicks: 3, keys: 0 })
    await member.getByRole('button', { name: /^Enable account/ }).click()
    await expect(member).toContainText('Password only')
    expect(await effort(), 'enable an account').toEqual({ clicks: 1, keys: 0 })
  })

  await test.step('posts', async () => {
    await page.getByRole('tab', { name: 'Blog' }).click()
    await page.getByRole('button', { name: 'Test Auto-Generate' }).click()
    const written = page.getByRole('status').filter({ hasText: 'Auto-generated blog post: ' })
    const title = /"(.+)"/.exec(await written.innerText())?.[1] ?? ''
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('switch', { name: 'Published' }).click()
    await page.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByRole('row').filter({ hasText: title }).first()).toContainText('Published')
    expect(await effort(), 'publish a post with text and picture by the assistant').toEqual({
      clicks: 5,
      keys: 0,
    })

    const renamed = `${title}, again`
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByLabel('Title').fill(renamed)
    await page.getByRole('button', { name: 'Update Post' }).click()
    await page.getByRole('link', { name: renamed, exact: true }).click()
    await expect(page.getByLabel('Title')).toHaveValue(renamed)
    await effort()
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'Compare' }).last().click()
    await page.getByRole('button', { name: 'Restore' }).last().click()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    expect(await effort(), 'restore a version after comparing it').toEqual({ clicks: 3, keys: 0 })
  })
})
