import sharp from 'sharp'
import type { Grid } from '../../art/chart/grid.ts'
import { seededRandom } from '../../art/chart/noise.ts'
import { coverShapes } from '../../art/cover-shapes.ts'
import { coverSvg, seedOf } from '../../art/cover.ts'
import type { AiArtist } from './ai-provider.ts'

const WIDTH = 1600

/** Draws a chart in the brand's own style: the words of the prompt choose its shape, its colors and its waters. */
export function createSimulatedArtist(): AiArtist {
  return {
    simulated: true,
    model: 'simulated',
    draw: async (prompt, signal) => {
      signal.throwIfAborted()
      const svg = await coverSvg(rasterize, { ...lookOf(prompt), name: prompt })
      return sharp(Buffer.from(svg), { density: (72 * WIDTH) / 800 })
        .resize(WIDTH)
        .png()
        .toBuffer()
    },
  }
}

/** Two draws that do not depend on each other, so that neighboring prompts look unlike. */
function lookOf(prompt: string): { category: string; colors: string } {
  const random = seededRandom(seedOf(prompt) ^ 0x5eed)
  const names = Object.keys(coverShapes)
  const pick = () => names[Math.floor(random() * names.length)] ?? 'general'
  return { category: pick(), colors: pick() }
}

async function rasterize(svg: string, { width, height }: { width: number; height: number }): Promise<Grid> {
  const shapes = sharp(Buffer.from(svg)).flatten({ background: '#000' }).resize(width, height).greyscale()
  const { data, info } = await shapes.raw().toBuffer({ resolveWithObject: true })
  const sample = (index: number) => (data[index * info.channels] ?? 0) / 255
  return { width, height, values: Float64Array.from({ length: width * height }, (_, index) => sample(index)) }
}
