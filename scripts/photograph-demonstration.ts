import type { Browser, Locator } from '@playwright/test'
import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'

/** Milliseconds after Start at which each state has its final look, before the next one begins. */
const SHOWN_AT = [0, 1_500, 3_000, 7_500, 10_000]
const GAP = 24

/**
 * Plays the demonstration of the home page and captures its seven states: one picture of each, and a strip of all in
 * order.
 */
export async function photographDemonstration(
  browser: Browser,
  { url, widths, folder }: { url: string; widths: readonly number[]; folder: string },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const width of widths) {
    const frames = await playDemonstration(browser, url, width)
    for (const [state, frame] of frames.entries())
      await sharp(frame).toFile(`${folder}/demonstration-${state}-${width}.png`)
    await sharp(await joinFrames(frames)).toFile(`${folder}/demonstration-${width}.png`)
  }
}

/**
 * Its clock is stopped, so that each picture shows exactly its moment. The screen is taller than the demonstration: a picture
 * of what does not fit scrolls, which would pause it.
 */
async function playDemonstration(browser: Browser, url: string, width: number): Promise<Buffer[]> {
  const page = await browser.newPage({
    viewport: { width, height: 1400 },
    reducedMotion: 'no-preference',
    isMobile: width < 768,
  })
  await page.clock.install({ time: '2026-11-22T21:41:00Z' })
  await page.goto(url, { waitUntil: 'networkidle' })
  const demonstration = page.getByRole('region', { name: 'Demonstration' })
  await demonstration.scrollIntoViewIfNeeded()
  await page.locator('#demonstration[data-ready]').waitFor()
  await page.clock.pauseAt('2026-11-22T22:00:00Z')

  const frames = [await capture(demonstration)]
  await demonstration.getByRole('button', { name: 'Start the demonstration' }).click()
  let now = 0
  for (const moment of SHOWN_AT) {
    await page.clock.runFor(moment - now)
    now = moment
    frames.push(await capture(demonstration))
  }
  await demonstration.getByRole('button', { name: 'Send reply' }).click()
  frames.push(await capture(demonstration))
  await page.close()
  return frames
}

/** With animations at their end. */
async function capture(demonstration: Locator): Promise<Buffer> {
  return await demonstration.screenshot({ animations: 'disabled' })
}

/** Side by side. */
async function joinFrames(frames: readonly Buffer[]): Promise<Buffer> {
  const sizes = await Promise.all(frames.map((frame) => sharp(frame).metadata()))
  const [width, height] = [sizes[0]?.width ?? 0, Math.max(...sizes.map((size) => size.height))]
  return await sharp({
    create: { width: frames.length * (width + GAP) - GAP, height, channels: 3, background: 'white' },
  })
    .composite(frames.map((input, index) => ({ input, left: index * (width + GAP), top: 0 })))
    .png()
    .toBuffer()
}
