import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that depend on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

export interface AccessibilityProblem {
  id: string
  /** The affected elements as HTML. */
  nodes: string[]
}

interface AxeOptions {
  /** Runs only the rules that depend on colors. */
  colors?: boolean
}

/** Runs axe on the page: WCAG 2.2 AA and best practices. The page keeps reduced motion. */
export async function findAccessibilityProblems(
  page: Page,
  { colors = false }: AxeOptions = {},
): Promise<AccessibilityProblem[]> {
  // Axe scrolls, which starts animations, and text has a lower contrast while it fades in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await waitForTransitions(page)
  // Collecting passes would take as long as finding violations.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (colors) axe.withRules(COLOR_RULES)
  else axe.withTags(TAGS)
  // Our pages have no frames; the default mode would open a second page for them.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }))
}

/** Transitions that started earlier, or that also run with reduced motion, end first. */
async function waitForTransitions(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map((animation) => animation.finished)),
  )
}
