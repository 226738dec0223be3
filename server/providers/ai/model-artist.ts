import { generateImage, type ImageModel } from 'ai'
import { getGlobalDispatcher } from 'undici'
import { z } from 'zod'
import { type AiArtist, raceSignal, type CallLimits } from './ai-provider.ts'
import { readFailure } from './ai-failure.ts'
import { downloadPicture, type DownloadOptions } from '../../files/download.ts'

const answer = z.looseObject({ data: z.tuple([z.looseObject({ url: z.string() })], z.unknown()) })

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
      const { image } = await raceSignal(signal, () =>
        generateImage({
          model,
          prompt: `Cover picture of a blog article, without any text, logo or watermark. ${prompt}`,
          size: chooseSize(name),
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

/** The landscape size a model supports. */
function chooseSize(model: string): `${number}x${number}` {
  if (model.startsWith('dall-e-3')) return '1792x1024'
  return model.startsWith('dall-e-2') ? '1024x1024' : '1536x1024'
}

/**
 * A fetch for the images API: if a server returns a URL instead of bytes, downloads the picture and inlines it, the
 * only form the SDK accepts. Only a self-hosted server, at `baseUrl`, may use its own private address. Throws
 * DownloadError.
 */
export function createInliningFetch(download: DownloadOptions, baseUrl: string | undefined): typeof fetch {
  const own = baseUrl === undefined ? null : new URL(baseUrl).host
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.ok) return response
    const text = await response.text()
    const address = findAddress(text)
    if (address === null) return new Response(text, response)
    const signal = init?.signal ?? undefined
    const isOwn = own !== null && URL.parse(address)?.host === own
    const bytes = await downloadPicture(address, {
      ...download,
      ...(isOwn ? { dispatcher: getGlobalDispatcher() } : {}),
      ...(signal ? { signal } : {}),
    })
    return Response.json({ data: [{ b64_json: Buffer.from(bytes).toString('base64') }] })
  }
}

function findAddress(text: string): string | null {
  try {
    const parsed = answer.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.data[0].url : null
  } catch {
    // The SDK reports responses that are not JSON.
    return null
  }
}
