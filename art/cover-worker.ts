// Draws one cover in a thread of its own: half a second of computing would keep every visitor waiting.
import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { z } from 'zod'
import type { Grid } from './chart/grid.ts'
import { coverSvg } from './cover.ts'

/** Pixels of the finished picture, and units of the drawing. */
const [WIDTH, UNITS] = [1600, 800]

const plan = z.object({ category: z.string(), colors: z.string(), name: z.string() }).parse(workerData)
const svg = await coverSvg(rasterize, plan)
const png = await sharp(Buffer.from(svg), { density: (72 * WIDTH) / UNITS })
  .resize(WIDTH)
  .png()
  .toBuffer()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(new Uint8Array(png))

async function rasterize(svg: string, { width, height }: { width: number; height: number }): Promise<Grid> {
  const shapes = sharp(Buffer.from(svg)).flatten({ background: '#000' }).resize(width, height).greyscale()
  const { data, info } = await shapes.raw().toBuffer({ resolveWithObject: true })
  const sample = (index: number) => (data[index * info.channels] ?? 0) / 255
  return { width, height, values: Float64Array.from({ length: width * height }, (_, index) => sample(index)) }
}
