import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import { anyWidth, expect, showDetails, signIn, test } from './support/journey.ts'
import { hostileStrings } from './support/hostile-strings.ts'
import type { RunningSite } from './support/running-site.ts'
import { expectDetection, openWatchedPage } from './support/watched-page.ts'

const TOGETHER = 20
const ALL = Array.from({ length: hostileStrings.length / TOGETHER }, (_, group) =>
  hostileStrings.slice(group * TOGETHER, (group + 1) * TOGETHER).join(' '),
)

test(
  'two hundred hostile strings from visitors, callers and files run no script in the dashboard, even without the policy',
  anyWidth,
  async ({ browser, site }) => {
    await writeAsVisitors(site)
    const manager = await site.createAccount('manager@visitor-safety.example', 'manager')
    const { page, ran, close } = await openWatchedPage(browser, site, false)
    await expectDetection(page, ran, false)
    await signIn(page, manager, '/login?list=contacts')
    await readEverything(page)
    expect(ran).toEqual([])
    await close()
  },
)

/** Rows as forms, SMS and imports would write them. */
async function writeAsVisitors(site: RunningSite): Promise<void> {
  const wire = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  for (const [group, text] of ALL.entries()) {
    const { data } = await wire
      .from('crm_contacts')
      .insert({
        first_name: `Zz${group} ${text}`.slice(0, 200),
        last_name: text.slice(0, 200),
        company: text.slice(-200),
        service_request: text.slice(100, 300),
        notes: text,
        phone: `(910) 733-01${String(group).padStart(2, '0')}`,
      })
      .select('id')
      .single()
      .throwOnError()
    const contact = { contact_id: String(data.id) }
    await wire
      .from('contact_notes')
      .insert({ ...contact, body: text })
      .throwOnError()
    await wire
      .from('communication_logs')
      .insert({
        ...contact,
        type: 'sms',
        direction: 'inbound',
        phone_number: '+19107330100',
        message: text,
        status: 'received',
      })
      .throwOnError()
    await wire
      .from('notifications')
      .insert({ ...contact, title: text.slice(0, 300), message: text })
      .throwOnError()
  }
}

async function readEverything(page: Page): Promise<void> {
  for (const group of ALL.keys()) {
    await page.getByRole('searchbox', { name: 'Search contacts', exact: true }).fill(`Zz${group} `)
    await page.getByRole('link', { name: new RegExp(`^Zz${group} `) }).click()
    // It has the note, the SMS and the notification.
    await expect(page.getByRole('region', { name: 'Timeline' }).getByText('ran()').first()).toBeVisible()
    await showDetails(page)
    await expect(page.getByRole('region', { name: 'Details' }).getByText('ran()').first()).toBeVisible()
  }
  await page.getByRole('tab', { name: /^Notifications/ }).click()
  await expect(page.getByRole('tabpanel').getByText('ran()').first()).toBeVisible()
}
