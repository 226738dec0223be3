import { readFile } from 'node:fs/promises'
import { createClient } from '@supabase/supabase-js'
import { anyWidth, expect, expectAccessible, signIn, signOut, test } from './support/journey.ts'

test(
  'an admin can export and erase all data of a person; a manager cannot',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('the server responded with a status of 503')
    const tag = `${test.info().testId.slice(-5)}${test.info().project.name}`
    const machine = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
    const email = `forget.${tag}@journey.example`
    const sent = await machine.functions.invoke('handle-contact-form', {
      body: {
        name: `Fay ${tag}`,
        email,
        message: 'Please forget me later.',
        phone: '(910) 762-0177',
        textConsent: true,
      },
    })
    expect(sent.error).toBeNull()
    const { data: contact } = await machine
      .from('crm_contacts')
      .select('id')
      .eq('email', email)
      .single()
      .throwOnError()
    const open = `/login?contact=${contact.id}&pane=details`

    await signIn(page, await site.createAccount(`manager-${tag}@desk.example`, 'manager'))
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await page.goto(open)
    await expect(page.getByRole('region', { name: 'Consent to texts' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Personal data' })).toHaveCount(0)
    await signOut(page)
    await expect(page.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()

    await signIn(page, await site.createAccount(`admin-${tag}@desk.example`, 'admin'))
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await page.goto(open)
    const section = page.getByRole('region', { name: 'Personal data' })
    const downloading = page.waitForEvent('download')
    await section.getByRole('button', { name: 'Download everything' }).click()
    const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
    expect(file.emails).toEqual([email])
    expect(JSON.stringify(file)).toContain('Please forget me later.')

    await section.getByRole('button', { name: 'Erase person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase this person for good?' })
    await expect(dialog).toContainText('Inquiry, contact and notes')
    await expect(dialog).toContainText('What stays: agreement to texts, and its withdrawal (1)')
    const erase = dialog.getByRole('button', { name: 'Erase for good' })
    await expect(erase).toBeDisabled()
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: 'I understand that this cannot be undone.' }).check()
    await page.route('**/functions/v1/personal-data', (route) =>
      route.fulfill({ status: 503, json: { error: 'x' } }),
    )
    await erase.click()
    await expect(dialog.getByRole('alert')).toHaveText('Nothing was erased. Please try again.')
    await page.unroute('**/functions/v1/personal-data')
    await erase.click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Everything about this person was erased.' }),
    ).toBeVisible()
    await expect(page).not.toHaveURL(/contact=/)
    const { data: left } = await machine.from('contact_submissions').select('id').eq('email', email)
    expect(left).toEqual([])
  },
)
