import type { Page } from '@playwright/test'

/** Opens a page and waits for hydration, so that links navigate on the client. */
export async function openStarted(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener('page-started', () => Object.assign(window, { pageStarted: true }))
  })
  await page.goto(path)
  await page.waitForFunction(() => 'pageStarted' in window)
}
