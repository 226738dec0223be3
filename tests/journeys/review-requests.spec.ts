import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInBothSchemes,
  migratedTemplate,
  showDetails,
  signIn,
  test,
} from './support/journey.ts'
import { createServiceClient, formatNumber, tag, writeContact } from './support/people.ts'
import { startSite, type RunningSite } from './support/running-site.ts'

const offer = (page: Page) => page.getByRole('region', { name: 'Ask for a review' })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function makeCustomer(page: Page) {
  await page.getByRole('region', { name: 'Details' }).getByLabel('Status').selectOption('customer')
  await expect(said(page, 'Status changed to Customer')).toBeVisible()
}

const findDecisions = async (site: RunningSite, contactId: string) =>
  (
    await createServiceClient(site)
      .from('review_requests')
      .select('outcome')
      .eq('contact_id', contactId)
      .throwOnError()
  ).data

test.describe('with an address for reviews', () => {
  let asking: RunningSite
  test.beforeAll(async () => {
    asking = await startSite({
      template: await migratedTemplate(),
      environment: { REVIEW_URL: 'https://reviews.example/tidewright' },
    })
  })
  test.afterAll(() => asking.stop())

  test('a contact who becomes a customer is asked for a review once', async ({ page }) => {
    const phone = formatNumber(1)
    const id = await writeContact(asking, { first_name: 'Rosa', phone, text_consent: true })
    await signIn(page, asking.admin, `${asking.url}/login?contact=${id}`)
    await showDetails(page)
    await expect(offer(page)).toBeHidden()
    await makeCustomer(page)
    await expect(offer(page)).toContainText('By text, in the same words for everybody')
    await offer(page).getByText('By text').click()
    await expect(offer(page)).toContainText('https://reviews.example/tidewright')
    await expectAccessibleInBothSchemes(page)

    await offer(page).getByRole('button', { name: 'Send' }).press('Enter')
    await expect(said(page, 'Review request sent by text')).toBeVisible()
    await expect(offer(page)).toBeHidden()
    expect(await findDecisions(asking, id)).toEqual([{ outcome: 'sent' }])
    await page.goto(`${asking.url}/login?contact=${id}`)
    await expect(page.getByText('Would you leave us an honest review?')).toBeVisible()
    await showDetails(page)
    await expect(page.getByRole('heading', { name: 'Next step' })).toBeVisible()
    await expect(offer(page)).toBeHidden()
  })

  test('Not now ends the offer until it is undone', async ({ page }) => {
    const id = await writeContact(asking, { first_name: 'Nils', email: `nils.${tag()}@harbor.example` })
    await signIn(page, asking.admin, `${asking.url}/login?contact=${id}`)
    await showDetails(page)
    await makeCustomer(page)
    await expect(offer(page)).toContainText('By email')
    await offer(page).getByRole('button', { name: 'Not now' }).click()
    await expect(said(page, 'This contact is not asked for a review')).toBeVisible()
    await expect(offer(page)).toBeHidden()
    await page
      .getByRole('group')
      .filter({ hasText: 'This contact is not asked for a review' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(offer(page)).toBeVisible()
    expect(await findDecisions(asking, id)).toEqual([])
  })

  test.describe('a colleague was faster', () => {
    test.use({ expectedProblems: ['the server responded with a status of 409'] })

    test('the second person to press Send gets a message, and nothing is sent twice', async ({
      page,
      anotherPage,
    }) => {
      const phone = formatNumber(2)
      const id = await writeContact(asking, { first_name: 'Pia', phone, text_consent: true })
      const colleague = await anotherPage()
      for (const view of [page, colleague]) {
        await signIn(view, asking.admin, `${asking.url}/login?contact=${id}`)
        await showDetails(view)
      }
      await makeCustomer(page)
      await expect(offer(colleague)).toBeVisible()
      // Held, so that both see the offer when they press.
      await colleague.route('**/request-review', async (route) => {
        await offer(page).getByRole('button', { name: 'Send' }).click()
        await expect(said(page, 'Review request sent by text')).toBeVisible()
        await route.continue()
      })
      await offer(colleague).getByRole('button', { name: 'Send' }).click()
      await expect(colleague.getByText('a colleague has decided meanwhile')).toBeVisible()
      await expect(offer(colleague)).toBeHidden()
      expect(await findDecisions(asking, id)).toEqual([{ outcome: 'sent' }])
    })
  })
})

test('no customer is asked without an address for reviews', async ({ page, site }) => {
  const id = await writeContact(site, { first_name: 'Omar', email: `omar.${tag()}@harbor.example` })
  await signIn(page, site.admin, `/login?contact=${id}`)
  await showDetails(page)
  await makeCustomer(page)
  await expect(page.getByRole('heading', { name: 'Next step' })).toBeVisible()
  await expect(offer(page)).toBeHidden()
})
