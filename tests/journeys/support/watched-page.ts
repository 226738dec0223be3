import { expect, type Browser, type Page } from '@playwright/test'
import type { RunningSite } from './running-site.ts'

/** A page that records every call of `ran()`, with or without our content security policy. */
export async function openWatchedPage(browser: Browser, site: RunningSite, policy: boolean) {
  const context = await browser.newContext({ baseURL: site.url, bypassCSP: !policy })
  const ran: string[] = []
  await context.exposeBinding('ran', ({ page }) => ran.push(page.url()))
  context.on('dialog', (dialog) => void dialog.dismiss())
  return { page: await context.newPage(), ran, close: () => context.close() }
}

/** Proves that the detection works: real markup triggers it, unless the policy blocks it. */
export async function expectDetection(page: Page, ran: string[], policy: boolean): Promise<void> {
  await page.goto('/privacy')
  await page
    .evaluate(() => {
      const image = document.createElement('img')
      image.setAttribute('onerror', 'ran()')
      image.src = 'data:,'
      document.body.append(image)
      return image.decode()
    })
    .catch(() => undefined)
  if (!policy) await expect.poll(() => ran).toHaveLength(1)
  expect(ran).toHaveLength(policy ? 0 : 1)
  ran.length = 0
}
