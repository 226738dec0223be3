import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const QUALITY = { avif: 55, webp: 80 }

export interface Picture {
  /** Address without width and format: `/work/kitchen` stands for `/work/kitchen-480.avif` and its sisters. */
  path: string
  width: number
  height: number
  widths: number[]
  /** Its prevailing color, for the place it will take while it loads. */
  color: string
}

/** Writes a photograph as AVIF and WebP in each width under `public/`, and says what was written. */
export async function writePicture(png: Buffer, path: string, widths: number[]): Promise<Picture> {
  const target = new URL(`../public${path}`, import.meta.url)
  mkdirSync(new URL('.', target), { recursive: true })
  for (const width of widths) {
    const file = fileURLToPath(target)
    const resized = sharp(png).resize({ width, kernel: 'lanczos3' })
    await resized
      .clone()
      .avif({ quality: QUALITY.avif, effort: 5, chromaSubsampling: '4:4:4' })
      .toFile(`${file}-${width}.avif`)
    await resized
      .clone()
      .webp({ quality: QUALITY.webp, effort: 5, smartSubsample: true })
      .toFile(`${file}-${width}.webp`)
  }
  const { width, height } = await sharp(png).metadata()
  const { dominant } = await sharp(png).stats()
  const channels = [dominant.r, dominant.g, dominant.b].map((channel) =>
    channel.toString(16).padStart(2, '0'),
  )
  return { path, width, height, widths, color: `#${channels.join('')}` }
}
