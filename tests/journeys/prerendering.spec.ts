import { createClient } from '@supabase/supabase-js'
import type { Browser, Page } from 'puppeteer-core'
import { anyWidth, expect, test } from './support/journey.ts'
import { findHeaderLink, openPrerenderingBrowser } from './support/prerendering-browser.ts'
import type { RunningSite } from './support/running-site.ts'

const readOrigin = (page: Page) => page.evaluate(() => sessionStorage.getItem('visit'))

/** How long the page had been prerendered when it was shown, in milliseconds; 0 if it was not. */
const readWait = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return navigation && 'activationStart' in navigation ? navigation.activationStart : null
  })

async function readViews(site: RunningSite, path: string): Promise<number> {
  const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  const { data } = await server.from('page_views').select('views').eq('path', path).throwOnError()
  return data.reduce((sum, { views }) => sum + views, 0)
}

/** Resolves once the browser prerenders this address. Call it before. */
async function watchPrerendering(browser: Browser, url: string): Promise<{ started: Promise<void> }> {
  const targets = await browser.target().createCDPSession()
  const { promise: started, resolve } = Promise.withResolvers<void>()
  targets.on('Target.targetInfoChanged', ({ targetInfo }) => {
    if (targetInfo.subtype === 'prerender' && targetInfo.url === url) resolve()
  })
  await targets.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] })
  return { started }
}

test(
  'the page of a link that the pointer rests on is prerendered, and counts once it is shown',
  anyWidth,
  async ({ site }) => {
    const { browser, page } = await openPrerenderingBrowser(`${site.url}/about`)
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    await expect.poll(() => readViews(site, '/about')).toBe(1)

    const { started } = await watchPrerendering(browser, `${site.url}/pricing`)
    await findHeaderLink(page, 'Pricing').hover()
    await started
    await page.evaluate(() => sessionStorage.clear())
    expect(await readViews(site, '/pricing')).toBe(0)
    await findHeaderLink(page, 'Pricing').click()
    await expect.poll(() => readViews(site, '/pricing')).toBe(1)
    expect(await readWait(page)).toBeGreaterThan(0)
    expect(await readOrigin(page)).toContain('/about')
    expect(problems).toEqual([])
    await browser.close()
  },
)
