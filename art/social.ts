import { mkdirSync, writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { site } from '../site.config.ts'
import { displayFace, fontRule, photographHtml, rasterize } from './browser.ts'
import { surveyChart } from './chart/chart.ts'
import { chartSvg } from './chart/chart-svg.ts'
import { color, day, night } from './colors.ts'
import { coverSvg } from './cover.ts'
import { flagSvg } from './drawings/flags.ts'
import { socialPlans, type SocialPlan } from './social-plans.ts'

const SIZE = { width: 1200, height: 630 }
const MOST_BYTES = 150_000

/** Social images, 1200 by 630: the title as land, surrounded by isobaths. */
export async function makeSocialImages(browser: Browser, folder: URL): Promise<void> {
  for (const plan of socialPlans) {
    const png = await photographHtml(
      browser,
      plan.category ? await coverHtml(browser, plan) : await chartHtml(browser, plan),
      SIZE,
    )
    const file = new URL(`${plan.name}.png`, folder)
    mkdirSync(new URL('.', file), { recursive: true })
    const bytes = await compressed(png)
    writeFileSync(file, bytes)
    console.log(`og/${plan.name}.png ${(bytes.length / 1024).toFixed(1)} KB`)
  }
}

async function chartHtml(browser: Browser, plan: SocialPlan): Promise<string> {
  const palette = plan.flag ? day : night
  const island = plan.flag ? '<i class="flag"></i>' : ''
  const land = await rasterize(
    browser,
    `<style>${layout(plan)}.title .signal{color:#fff}.flag{background:#fff}</style>${title(plan)}${island}`,
    SIZE,
  )
  const chart = surveyChart(land, {
    seed: plan.seed,
    levels: [6, 13, 21, 30, 40, 52, 66, 82, 100, 120, 142, 166, 192, 220],
    swell: 110,
    wavelength: 420,
    far: 120,
    tolerance: 0.4,
    smallest: 120,
    gap: 64,
    clear: [[0, 540, 1200, 630]],
  })
  const flag = plan.flag ? `<i class="flag">${flagSvg(plan.flag)}</i>` : ''
  return page(
    plan,
    `<div class="art">${chartSvg(chart, { palette })}</div>${title(plan)}${flag}`,
    plan.flag ? color.ink : color.sand,
  )
}

async function coverHtml(browser: Browser, plan: SocialPlan): Promise<string> {
  const cover = await coverSvg((shapes, size) => rasterize(browser, shapes, size), {
    category: plan.category ?? 'general',
    name: plan.name,
    centered: true,
  })
  return page(plan, `<div class="art half">${cover}</div>${title(plan)}`, color.sand)
}

function page(plan: SocialPlan, content: string, letters: string): string {
  const fonts = displayFace() + fontRule('Geist Mono', 'geist-mono.woff2', '300 700')
  const foot = `<p class="foot"><b>${wordmark()}</b><span>${plan.label}</span></p>`
  const style = `${layout(plan)}.title{color:${letters}}.signal{color:${color.buoy}}`
  return `<!doctype html><meta charset="utf-8"><style>${fonts}${style}</style>${content}${foot}<div class="neat"></div>`
}

function title({ lines }: SocialPlan): string {
  const marked = lines.map((line) =>
    line.endsWith('.') ? `${escaped(line.slice(0, -1))}<span class="signal">.</span>` : escaped(line),
  )
  return `<div class="title">${marked.map((line) => `<div>${line}</div>`).join('')}</div>`
}

/** Font size that fits the longest line and the number of lines. */
function layout(plan: SocialPlan): string {
  const room = plan.flag ? 700 : plan.category ? 560 : 1080
  const longest = Math.max(...plan.lines.map((line) => line.length))
  const size = Math.round(Math.min(room / (longest * 0.425), 430 / (plan.lines.length * 0.86)))
  return (
    'body{margin:0;overflow:hidden;position:relative;width:1200px;height:630px}' +
    `.title{position:absolute;left:56px;top:0;height:546px;display:flex;flex-direction:column;justify-content:center;font:740 ${size}px/.88 Bricolage;letter-spacing:-.02em;white-space:nowrap}` +
    '.art,.art svg{position:absolute;inset:0;width:1200px;height:630px}.flag{position:absolute;left:796px;top:118px;width:312px;height:312px}.flag svg{width:100%;height:100%;display:block}' +
    `.half{left:620px}.half svg{width:580px}body{background:${color.ink}}` +
    `.foot{position:absolute;left:0;right:0;bottom:0;margin:0;height:76px;padding:0 56px 8px;background:${color.ink};color:${color.salt};display:flex;align-items:center;justify-content:space-between;font:400 22px 'Geist Mono'}.foot b{font:760 38px Bricolage;letter-spacing:-.03em}` +
    `.foot i{position:relative;font-style:normal}.foot i::after{content:'';position:absolute;left:50%;top:.2em;width:.175em;height:.175em;margin-left:-.0875em;border-radius:50%;background:${color.buoy}}.foot i+i::after{top:.08em}` +
    `.neat{position:absolute;inset:0;background:${band(90)} top/100% 9px no-repeat,${band(90)} bottom/100% 9px no-repeat,${band(180)} left/9px 100% no-repeat,${band(180)} right/9px 100% no-repeat}`
  )
}

/** One side of the neatline. */
function band(angle: number): string {
  return `repeating-linear-gradient(${angle}deg,${color.ink} 0 40px,${color.salt} 40px 80px)`
}

/** The name with the dots of its two i's at low and at high water. */
function wordmark(): string {
  const parts = site.name.split('i')
  return parts.length === 3 ? parts.join('<i>ı</i>') : site.name
}

/** Reduces colors until the file is small enough for every social network. */
async function compressed(png: Buffer): Promise<Buffer> {
  for (const colors of [128, 64, 32, 16]) {
    const bytes = await sharp(png)
      .png({ palette: true, colors, dither: 0, effort: 10, compressionLevel: 9 })
      .toBuffer()
    if (bytes.length <= MOST_BYTES) return bytes
  }
  throw new Error('A social image stays above 150 KB.')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;')
}
