import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const QUALITY = { avif: 55, webp: 80 }

export interface Picture {
  /** Path without width and format: `/work/kitchen` for `/work/kitchen-480.avif` and the others. */
  path: string
  width: number
  height: number
  widths: number[]
  /** Dominant color, shown while the picture loads. */
  color: string
}

/** Writes a photograph as AVIF and WebP in each width under `public/` and returns its metadata. */
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
