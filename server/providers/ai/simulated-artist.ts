import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { AiError, type AiArtist } from './ai-provider.ts'

const SAMPLES = 5

/** Returns one of five prepared pictures (WebP, 1600 by 1000 pixels), always the same for a prompt. */
export function createSimulatedArtist(): AiArtist {
  return { simulated: true, model: 'simulated', draw }
}

async function draw(prompt: string, signal: AbortSignal): Promise<Uint8Array> {
  if (signal.aborted) throw new AiError('cancelled', 'The caller went away')
  const number = 1 + (createHash('sha256').update(prompt).digest().readUInt32BE() % SAMPLES)
  return readFile(new URL(`sample-covers/sample-${number}.webp`, import.meta.url))
}
