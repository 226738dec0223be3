import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export interface AccessibilityProblem {
  id: string
  /** The elements concerned, as HTML. */
  nodes: string[]
}

/** What an automatic check of the page, to WCAG 2.2 AA and beyond, finds. */
export async function findAccessibilityProblems(page: Page): Promise<AccessibilityProblem[]> {
  await untilAtRest(page)
  // What passed is not collected: that would take as long as finding what did not.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(RULES)
  // Our pages have no frames, for which the usual way opens a second page.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }))
}

/** What is still fading in has less contrast than it will have. */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  )
}
