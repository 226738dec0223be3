import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessibleInBothSchemes, signIn, test } from './support/journey.ts'
import { createServiceClient, formatNumber, tag } from './support/people.ts'
import type { RunningSite } from './support/running-site.ts'

const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const bar = (page: Page) => page.getByRole('group', { name: 'Selected contacts' })
const undo = (page: Page, text: string) =>
  page.getByRole('group').filter({ hasText: text }).getByRole('button', { name: 'Undo' })

/** Kayla has not agreed to texts, and of the last we have only the number. */
const people = ['Hattie', 'Kayla', 'Luis', '(910) 555-0168']

/** Signs a manager in and selects four contacts. The first of them has a next step. */
async function selectFour(page: Page, site: RunningSite): Promise<void> {
  const rows = people.map((first_name, n) => ({
    first_name,
    last_name: tag(),
    phone: formatNumber(n),
    text_consent: first_name !== 'Kayla',
    next_step: n === 0 ? 'Call the shop line' : null,
    next_step_on: n === 0 ? '2030-11-20' : null,
  }))
  await createServiceClient(site).from('crm_contacts').insert(rows).throwOnError()
  const account = await site.createAccount(`bulk-${tag()}@desk.example`, 'manager')
  await signIn(page, account, `/login?list=contacts&sort=name&dir=asc&q=${tag()}`)
  for (const name of people) await page.getByRole('checkbox', { name: `Select ${name} ${tag()}` }).check()
  await expect(bar(page).getByText('4 selected')).toBeVisible()
}

async function listTexts(site: RunningSite) {
  const { data } = await createServiceClient(site)
    .from('communication_logs')
    .select('message, status, contact:crm_contacts!inner(last_name)')
    .eq('contact.last_name', tag())
    .order('send_at')
    .throwOnError()
  return data
}

async function listSteps(site: RunningSite) {
  const { data } = await createServiceClient(site)
    .from('crm_contacts')
    .select('next_step, next_step_on')
    .eq('last_name', tag())
    .order('first_name')
    .throwOnError()
  return data
}

test(
  'selected contacts get one next step by the keyboard, and undo restores the earlier ones',
  anyWidth,
  async ({ page, site }) => {
    await selectFour(page, site)
    const before = await listSteps(site)
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', { name: 'Next step of 4 contacts' })
    await expect(dialog.getByLabel('What to do')).toBeFocused()
    await expect(dialog.getByLabel('Who').locator('option:checked')).toHaveText('You')
    await expectAccessibleInBothSchemes(page)

    await dialog.getByLabel('What to do').fill('Send the holiday hours')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByLabel('When').fill('2031-01-02')
    await dialog.getByRole('button', { name: 'Save next step' }).click()
    await expect(said(page, 'Next step of 4 contacts saved')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    const step = { next_step: 'Send the holiday hours', next_step_on: '2031-01-02' }
    expect(await listSteps(site)).toEqual([step, step, step, step])
    await expect(page.getByRole('row').filter({ hasText: 'Kayla' })).toContainText('Send the holiday hours')

    await undo(page, 'Next step of 4').click()
    await expect(said(page, 'Undone for 4 contacts')).toBeVisible()
    expect(await listSteps(site)).toEqual(before)
  },
)

test(
  'three of four selected contacts get one text, and undo cancels it',
  anyWidth,
  async ({ page, site }) => {
    await selectFour(page, site)
    await bar(page).getByRole('button', { name: 'Text 3 of 4' }).click()
    const dialog = page.getByRole('dialog', { name: 'Text 3 of 4 contacts' })
    await expect(dialog.getByText(`1 is left out: Kayla ${tag()} has not agreed to texts.`)).toBeVisible()
    await expect(dialog.getByText('Up to 500 contacts at once.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await expect(dialog.getByRole('button', { name: 'Write the text' })).toBeFocused()
    await page.keyboard.press('Enter')

    const message = dialog.getByLabel('Message')
    await expect(message).toBeFocused()
    await dialog.getByLabel('Template').selectOption('Thanks for writing')
    await expect(message).toHaveValue(/^Hi \{first_name\}, this is Tidewright\./)
    await expect(dialog.getByText(`Hattie ${tag()} gets: Hi Hattie, this is Tidewright.`)).toBeVisible()
    await message.fill('Hi {first_name}, we are closed on Friday.')
    // Counted for the longest name.
    await expect(dialog.getByText('35/160')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByRole('button', { name: 'Send 3 texts' }).dblclick()
    await expect(said(page, '3 texts go out by')).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    expect((await listTexts(site)).map((text) => text.message)).toEqual([
      'Hi Hattie, we are closed on Friday.',
      'Hi Luis, we are closed on Friday.',
      'Hi, we are closed on Friday.',
    ])
    await undo(page, 'texts go out by').click()
    // On a slow machine the first may have gone out.
    await expect(said(page, /texts? canceled\./)).toBeVisible()
    const states = new Set((await listTexts(site)).map(({ status }) => status))
    expect([...states].filter((status) => status !== 'sent')).toEqual(['canceled'])
  },
)

test('all actions for selected contacts fit on a tablet', anyWidth, async ({ page, site }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await selectFour(page, site)
  for (const button of await bar(page).getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 })
})
