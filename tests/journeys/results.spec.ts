import type { Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import {
  chooseInAccountMenu,
  expect,
  expectAccessibleInBothSchemes,
  signIn,
  test,
} from './support/journey.ts'
import type { RunningSite } from './support/running-site.ts'
import { createServiceClient, tag } from './support/people.ts'

const HOUR_MS = 3_600_000

interface Lead {
  name: string
  hoursAgo: number
  repliedAfter: number | null
  status: 'lead' | 'customer'
}

const leads: Lead[] = [
  { name: 'Ana', hoursAgo: 30, repliedAfter: 0.5, status: 'customer' },
  { name: 'Bea', hoursAgo: 30, repliedAfter: 26, status: 'lead' },
  { name: 'Cal', hoursAgo: 1, repliedAfter: null, status: 'lead' },
]

/** Leads of a colleague of this test alone: journeys share a server. */
async function writeLeads(site: RunningSite): Promise<string> {
  const email = `owner-${tag()}@desk.example`.toLowerCase()
  await site.createAccount(email, 'manager')
  const service = createServiceClient(site)
  const { data: owner } = await service
    .from('profiles')
    .select('id')
    .eq('email', email)
    .single()
    .throwOnError()
  for (const { name, hoursAgo, repliedAfter, status } of leads) {
    const received = new Date(Date.now() - hoursAgo * HOUR_MS)
    const { data: contact } = await service
      .from('crm_contacts')
      .insert({
        first_name: name,
        last_name: tag(),
        created_at: received.toISOString(),
        source: 'website',
        status,
        owner_id: owner.id,
      })
      .select('id')
      .single()
      .throwOnError()
    await service
      .from('contact_submissions')
      .insert({
        received_at: received.toISOString(),
        contact_id: contact.id,
        name,
        email: `${name}@x.example`,
        message: 'Hello',
        text_consent: false,
        raw: {},
        first_page: `/results-${tag()}`,
      })
      .throwOnError()
    if (repliedAfter === null) continue
    await service
      .from('communication_logs')
      .insert({
        type: 'email',
        contact_id: contact.id,
        phone_number: `${name}@x.example`,
        direction: 'outbound',
        status: 'sent',
        message: 'Hi',
        created_at: new Date(received.getTime() + repliedAfter * HOUR_MS).toISOString(),
      })
      .throwOnError()
  }
  return owner.id
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('Results shows the outcomes of leads, and every number opens the people behind it', async ({
  page,
  site,
}) => {
  const owner = await writeLeads(site)
  await signIn(page, site.admin)
  await chooseInAccountMenu(page, 'Results')
  await expect(page.getByRole('heading', { level: 2, name: 'Results' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Owner' }).selectOption(owner)
  await expect(page).toHaveURL(new RegExp(`owner=${owner}`))
  const answered = card(page, 'Answered within the promise')
  await expect(answered).toContainText('50%')
  await expect(answered).toContainText('1 late')
  await expectAccessibleInBothSchemes(page)

  await answered.getByRole('link', { name: '1 late' }).press('Enter')
  await expect(card(page, 'Late').getByRole('listitem')).toHaveText([
    new RegExp(`Bea ${tag()}.*answered after 26 h`),
  ])
  await expectAccessibleInBothSchemes(page)
  await card(page, 'Late').getByRole('button', { name: 'Close the list' }).press('Enter')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).press('Enter')
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Leads,All weeks,3',
      'Answers due,Everyone,2',
      'Late,Everyone,1',
      'Waiting,Everyone,1',
      'Customers,Everyone,1',
      `First page,/results-${tag()},3`,
    ]),
  )

  await card(page, 'Where they came from')
    .getByRole('link', { name: `3 leads, /results-${tag()}` })
    .click()
  await expect(page.getByText(/^Showing 3 of [\d,]+ contacts$/)).toBeVisible()
  for (const { name } of leads) await expect(page.getByText(`${name} ${tag()}`).first()).toBeVisible()
  await page.goBack()
  await card(page, 'Became customers').getByRole('link', { name: '1 customers' }).click()
  await expect(page.getByText(/^Showing 1 of [\d,]+ contacts$/)).toBeVisible()
  await expect(page.getByText(`Ana ${tag()}`).first()).toBeVisible()
})

test('results without leads say so, and a failure can be tried again', async ({
  page,
  site,
  expectedProblems,
}) => {
  expectedProblems.push('503', 'Failed to load resource')
  const email = `quiet-${tag()}@desk.example`.toLowerCase()
  await site.createAccount(email, 'manager')
  let asked = 0
  await page.route('**/functions/v1/results**', (route) => {
    asked += 1
    return route.fulfill({ status: 503, json: { error: 'Try again.' } })
  })
  await signIn(page, site.admin, '/login?view=results')
  await expect(page.getByText('The results could not be loaded.')).toBeVisible()
  const before = asked
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  await page.unroute('**/functions/v1/results**')
  await page.reload()
  await page.getByRole('combobox', { name: 'Owner' }).selectOption(email)
  await expect(page.getByText('No leads in these weeks yet.')).toBeVisible()
  await expect(page.getByText('No inquiry from these weeks is due yet.')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})
