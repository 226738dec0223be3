import type { Browser } from '@playwright/test'
import { rasterize, type Size } from './browser.ts'
import { contourRings } from './chart/contours.ts'
import { straightPath } from './chart/ring-path.ts'

const SCALE = 6

/**
 * Outlines, as path data, of white letters or shapes given as HTML: for images, which cannot use the page's fonts.
 */
export async function outline(browser: Browser, shapes: string, size: Size): Promise<string> {
  const brightness = await rasterize(browser, shapes, { ...size, scale: SCALE })
  return contourRings(brightness, 0.5)
    .map((ring) => ring.map(([x, y]) => [(x + 0.5) / SCALE, (y + 0.5) / SCALE] as const))
    .map((ring) => straightPath(ring, 0.05))
    .join('')
}
