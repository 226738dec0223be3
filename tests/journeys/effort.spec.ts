import type { Page } from '@playwright/test'
import { anyWidth, expect, signIn, test } from './support/journey.ts'
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
  await actInSandbox(site, 'sandbox-phone', { action: 'write', number, body: 'Can you call me Friday?' })
  const writer = `Wren ${tag()}`
  await writeContact(site, { first_name: 'Wren', email: `wren.${tag()}@effort.example`.toLowerCase() })
  await actInSandbox(site, 'sandbox-mail', {
    action: 'write',
    address: `wren.${tag()}@effort.example`.toLowerCase(),
    subject: 'A new website',
    message: 'Do you take on bakeries?',
  })
  const manager = await site.createAccount(`effort-${tag()}@desk.example`, 'manager')
  await signIn(page, manager)
  await expect(row(page, texter)).toBeVisible()
  const effort = await countEffort(page)

  await expect(row(page, texter)).toContainText('Can you call me Friday?')
  expect(await effort(), 'read what somebody wrote').toEqual({ clicks: 0, keys: 0 })

  await row(page, texter).click()
  await page.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.type('Friday at ten works.')
  await page.keyboard.press('Control+Enter')
  await expect(said(page, 'SMS sent successfully')).toBeVisible()
  expect(await effort(), 'answer by text, from the list').toEqual({ clicks: 2, keys: 1 })

  await row(page, writer).click()
  await page.getByRole('textbox', { name: 'Message' }).click()
  await page.keyboard.type('We do. Shall we talk on Tuesday?')
  await page.keyboard.press('Control+Enter')
  await expect(person(page).getByText('We do. Shall we talk on Tuesday?')).toBeVisible()
  expect(await effort(), 'answer by email, from the list').toEqual({ clicks: 2, keys: 1 })

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Contacts', exact: true }).click()
  await effort()
  await page.keyboard.press('/')
  await expect(people(page).getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`${tag()} tes`)
  await expect(row(page, texter)).toBeVisible()
  expect(await effort(), 'find by the words in another order').toEqual({ clicks: 0, keys: 1 })

  await row(page, texter).click()
  await person(page).getByRole('tab', { name: 'Note' }).click()
  await page.getByLabel('Add a note').click()
  await page.keyboard.type('Prefers mornings.')
  await page.keyboard.press('Control+Enter')
  await expect(person(page).getByText('Prefers mornings.')).toBeVisible()
  expect(await effort(), 'write a note, from the list').toEqual({ clicks: 3, keys: 1 })

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
