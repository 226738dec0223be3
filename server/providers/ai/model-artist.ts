import { generateImage, type ImageModel } from 'ai'
import type { AiArtist } from './ai-provider.ts'
import { withinTime, type CallLimits } from './call-limits.ts'
import { readFailure } from './ai-failure.ts'

interface ModelArtist {
  model: ImageModel
  name: string
  limits: CallLimits
}

/** Pictures from an image model. */
export function createModelArtist({ model, name, limits }: ModelArtist): AiArtist {
  return { simulated: false, model: name, draw }

  async function draw(prompt: string, caller: AbortSignal): Promise<Uint8Array> {
    const timeout = AbortSignal.timeout(limits.milliseconds)
    const signal = AbortSignal.any([caller, timeout])
    try {
      const { image } = await withinTime(signal, () =>
        generateImage({
          model,
          prompt: `Cover picture of a blog article, without any text, logo or watermark. ${prompt}`,
          size: landscapeOf(name),
          maxRetries: limits.retries,
          abortSignal: signal,
        }),
      )
      return image.uint8Array
    } catch (error) {
      throw readFailure(error, { caller, timeout })
    }
  }
}

/** The landscape format a model knows. */
function landscapeOf(model: string): `${number}x${number}` {
  if (model.startsWith('dall-e-3')) return '1792x1024'
  return model.startsWith('dall-e-2') ? '1024x1024' : '1536x1024'
}
