import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { seededRandom } from '../../../art/chart/noise.ts'
import { coverShapes } from '../../../art/cover-shapes.ts'
import { seedOf } from '../../../art/cover.ts'
import { AiError, type AiArtist } from './ai-provider.ts'

/** Draws a chart in the brand's own style: the words of the prompt choose its shape, its colors and its waters. */
export function createSimulatedArtist(): AiArtist {
  return { simulated: true, model: 'simulated', draw }
}

async function draw(prompt: string, signal: AbortSignal): Promise<Uint8Array> {
  const worker = new Worker(new URL('../../../art/cover-worker.ts', import.meta.url), {
    workerData: { ...lookOf(prompt), name: prompt },
    execArgv: [],
  })
  // Once nobody waits for the picture, nobody hears of a failure either, and one that nobody hears ends the process.
  worker.on('error', () => undefined)
  try {
    const [picture] = await once(worker, 'message', { signal })
    if (!(picture instanceof Uint8Array)) throw new AiError('wrong-shape', 'The drawing is no picture')
    return picture
  } catch (error) {
    if (signal.aborted) throw new AiError('cancelled', 'The caller went away', { cause: error })
    throw error
  } finally {
    await worker.terminate()
  }
}

/** Two draws that do not depend on each other, so that neighboring prompts look unlike. */
function lookOf(prompt: string): { category: string; colors: string } {
  const random = seededRandom(seedOf(prompt) ^ 0x5eed)
  const names = Object.keys(coverShapes)
  const pick = () => names[Math.floor(random() * names.length)] ?? 'general'
  return { category: pick(), colors: pick() }
}
