import type { Page } from '@playwright/test'

/** Opens a page and waits until its script has run, in the dashboard until hydration. */
export async function openStarted(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener('page-started', () => Object.assign(window, { pageStarted: true }))
  })
  await page.goto(path)
  await page.waitForFunction(() => 'pageStarted' in window || 'enhanced' in document.documentElement.dataset)
}
