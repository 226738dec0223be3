import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { AiSettings } from '../../content-config.ts'
import type { DownloadOptions } from '../../files/download.ts'
import type { Ai, CallLimits } from './ai-provider.ts'
import { compatibleFetch } from './compatible-fetch.ts'
import { createInliningFetch, createModelArtist } from './model-artist.ts'
import { createModelWriter } from './model-writer.ts'
import { createSimulatedArtist } from './simulated-artist.ts'

export interface Limits {
  text: CallLimits
  picture: CallLimits
  download: DownloadOptions
}

/** The configured models. Anthropic offers no images, so its covers stay simulated. */
export function createModelAi(settings: Exclude<AiSettings, { provider: 'simulated' }>, limits: Limits): Ai {
  // The SDK would print warnings about unsupported features; relevant ones fail the call.
  globalThis.AI_SDK_LOG_WARNINGS = false
  if (settings.provider === 'anthropic') {
    const { apiKey = '', baseUrl: baseURL, textModel: name } = settings
    const model = createAnthropic({ apiKey, ...(baseURL ? { baseURL } : {}) })(name)
    return {
      writer: createModelWriter({ model, name, limits: limits.text }),
      artist: createSimulatedArtist(),
    }
  }
  const { textModel, imageModel, baseUrl: baseURL } = settings
  // A self-hosted server may need no key; without one, the SDK would search the environment.
  const service = { apiKey: settings.apiKey ?? 'none', ...(baseURL ? { baseURL } : {}) }
  const painter = createOpenAI({ ...service, fetch: createInliningFetch(limits.download, baseURL) })
  const speaker = createOpenAI({ ...service, fetch: compatibleFetch() })
  const text = { model: speaker.chat(textModel), name: textModel, limits: limits.text }
  const picture = { model: painter.image(imageModel), name: imageModel, limits: limits.picture }
  return { writer: createModelWriter(text), artist: createModelArtist(picture) }
}
