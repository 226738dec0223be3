import type { AiSettings } from '../../content-config.ts'
import { type Ai, PICTURE_LIMITS, TEXT_LIMITS } from './ai-provider.ts'
import type { Limits } from './model-ai.ts'
import { createSimulatedArtist } from './simulated-artist.ts'
import { createSimulatedWriter } from './simulated-writer.ts'

const DEFAULT_LIMITS: Limits = { text: TEXT_LIMITS, picture: PICTURE_LIMITS, download: {} }

/** The configured models, whose libraries are loaded only then; without a key, simulations. */
export async function chooseAi(settings: AiSettings, limits: Limits = DEFAULT_LIMITS): Promise<Ai> {
  if (settings.provider === 'simulated')
    return { writer: createSimulatedWriter(), artist: createSimulatedArtist() }
  const { createModelAi } = await import('./model-ai.ts')
  return createModelAi(settings, limits)
}
