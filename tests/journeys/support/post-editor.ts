import { expect, type Page } from '@playwright/test'

/** Phones show one part of the editor at a time, and no buttons in the rows of the list. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 768
}

/** Shows a part of the editor. The text is always there on wide screens. */
export async function showPart(
  page: Page,
  part: 'Write' | 'Settings' | 'AI assistant' | 'Versions',
): Promise<void> {
  if (part === 'Write' && !isNarrow(page)) return
  await page.getByRole('tab', { name: part, exact: true }).click()
}

/** Opens a post from the list. */
export async function openPost(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit post' })).toBeVisible()
}
