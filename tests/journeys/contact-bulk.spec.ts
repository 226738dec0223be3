import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessibleInBothSchemes, signIn, test } from './support/journey.ts'
import { createServiceClient, tag } from './support/people.ts'
import type { RunningSite } from './support/running-site.ts'

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const bar = (page: Page) => page.getByRole('group', { name: 'Selected contacts' })
const undo = (page: Page, text: string) =>
  page.getByRole('group').filter({ hasText: text }).getByRole('button', { name: 'Undo' })

const people = ['Hattie', 'Kayla', 'Luis', 'Naomi']

/** Signs a manager in and selects four contacts. The first of them has a next step. */
async function selectFour(page: Page, site: RunningSite): Promise<void> {
  const rows = people.map((first_name, n) => ({
    first_name,
    last_name: tag(),
    next_step: n === 0 ? 'Call the shop line' : null,
    next_step_on: n === 0 ? '2030-11-20' : null,
  }))
  await createServiceClient(site).from('crm_contacts').insert(rows).throwOnError()
  const account = await site.createAccount(`bulk-${tag()}@desk.example`, 'manager')
  await signIn(page, account, `/login?list=contacts&sort=name&dir=asc&q=${tag()}`)
  for (const name of people) await page.getByRole('checkbox', { name: `Select ${name} ${tag()}` }).check()
  await expect(bar(page).getByText('4 selected')).toBeVisible()
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
