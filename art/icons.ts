import { writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { site } from '../site.config.ts'
import { displayFace, withPage } from './browser.ts'
import { outline } from './outline.ts'
import { color } from './colors.ts'

const SIDE = 512
const LETTER = { size: 560, width: 380 }

/** The icons and the web manifest: the first letter of the name with a signal at low water. */
export async function makeIcons(browser: Browser, folder: URL): Promise<void> {
  const letter = await outline(browser, await letterHtml(browser), { width: SIDE, height: SIDE })
  const icon = iconSvg(letter, 1)
  writeFileSync(new URL('icon.svg', folder), icon)
  writeFileSync(new URL('favicon.ico', folder), iconFile(await raster(icon, 32), 32))
  writeFileSync(new URL('apple-touch-icon.png', folder), await raster(icon, 180))
  writeFileSync(new URL('icon-192.png', folder), await raster(icon, 192))
  writeFileSync(new URL('icon-512.png', folder), await raster(icon, 512))
  writeFileSync(new URL('icon-maskable-512.png', folder), await raster(iconSvg(letter, 0.72), 512))
  writeFileSync(new URL('site.webmanifest', folder), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** A wide letter is set smaller, on the same baseline. */
async function letterHtml(browser: Browser): Promise<string> {
  const width = await withPage(browser, { width: 2 * SIDE, height: SIDE }, async (page) => {
    await page.setContent(`<style>${displayFace()}</style>${drawLetter(LETTER.size)}`)
    await page.evaluate(() => document.fonts.ready)
    return await page.locator('b').evaluate((element) => element.clientWidth)
  })
  return drawLetter(Math.min(LETTER.size, (LETTER.size * LETTER.width) / width))
}

function drawLetter(size: number): string {
  return `<b style="position:absolute;left:66px;bottom:32px;font:800 ${size}px/.8 Bricolage">${site.name[0]}</b>`
}

const manifest = {
  name: site.name,
  short_name: site.name,
  description: site.description,
  lang: 'en-US',
  start_url: '/',
  display: 'browser',
  background_color: color.salt,
  theme_color: color.salt,
  icons: [
    { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
}

function iconSvg(letter: string, scale: number): string {
  const inset = (SIDE * (1 - scale)) / 2
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}"><path fill="${color.ink}" d="M0 0h${SIDE}v${SIDE}H0z"/>` +
    `<g transform="translate(${inset} ${inset}) scale(${scale})"><path fill="${color.sand}" d="${letter}"/><circle cx="384" cy="384" r="70" fill="${color.ink}"/><circle cx="384" cy="384" r="58" fill="${color.buoy}"/></g></svg>\n`
  )
}

async function raster(svg: string, side: number): Promise<Buffer> {
  return await sharp(Buffer.from(svg))
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** A PNG in an ICO container. */
function iconFile(png: Buffer, side: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(side, 6)
  header.writeUInt8(side, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
