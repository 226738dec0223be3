import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { hashSeed } from './cover.ts'
import { sampleScenes } from '../server/providers/stock-photos/sample-scenes.ts'
import { sceneSvg } from './drawings/scenes.ts'

/** Photos of the simulated photo service, in the widths it offers. */
export async function makeStock(folder: URL): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const { id } of sampleScenes) {
    const scene = sharp(Buffer.from(sceneSvg(id, hashSeed(id))))
    for (const width of [400, 1080]) {
      const file = fileURLToPath(new URL(`${id}-${width}.webp`, folder))
      await scene.clone().resize(width).webp({ quality: 82 }).toFile(file)
    }
  }
}
