import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Small ones fit into the first packets of a connection. */
const avifQuality = (width: number) => (width < 1000 ? 42 : 55)

export interface Picture {
  /** Path without width and format: `/work/kitchen` for `/work/kitchen-480.avif` and the others. */
  path: string
  width: number
  height: number
  widths: number[]
}

/** Writes a photograph under `public/`, as AVIF in each width and as WebP in the largest, and returns its metadata. */
export async function writePicture(png: Buffer, path: string, widths: number[]): Promise<Picture> {
  const target = new URL(`../public${path}`, import.meta.url)
  mkdirSync(new URL('.', target), { recursive: true })
  const file = fileURLToPath(target)
  const resized = (width: number) => sharp(png).resize({ width, kernel: 'lanczos3' })
  for (const width of widths) {
    await resized(width)
      .avif({ quality: avifQuality(width), effort: 5, chromaSubsampling: '4:4:4' })
      .toFile(`${file}-${width}.avif`)
  }
  const largest = Math.max(...widths)
  await resized(largest)
    .webp({ quality: 80, effort: 5, smartSubsample: true })
    .toFile(`${file}-${largest}.webp`)
  const { width, height } = await sharp(png).metadata()
  return { path, width, height, widths }
}
