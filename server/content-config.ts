import { z } from 'zod'

const text = z.string().optional()
const address = z.url({ protocol: /^https?$/ }).optional()

/** Settings of the AI, photo and storage services. */
export const contentVariables = {
  AI_PROVIDER: z.enum(['simulated', 'openai', 'anthropic']).optional(),
  AI_API_KEY: text,
  AI_BASE_URL: address,
  AI_TEXT_MODEL: text,
  AI_IMAGE_MODEL: text,
  PHOTOS_PROVIDER: z.enum(['simulated', 'unsplash']).optional(),
  UNSPLASH_ACCESS_KEY: text,
  UNSPLASH_API_BASE: address,
  S3_ENDPOINT: address,
  S3_BUCKET: text,
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
}

const variables = z.object(contentVariables)
type ContentVariables = z.infer<typeof variables>

export interface ContentServices {
  ai: AiSettings
  photos: PhotosSettings
  /** Absent: files in the data directory. */
  s3: S3Settings | undefined
}

export type AiSettings =
  | { provider: 'simulated' }
  | {
      provider: 'openai' | 'anthropic'
      /** A self-hosted server may not need one. */
      apiKey: string | undefined
      /** Absent: the provider's own. The part before `/chat/completions` or `/messages`. */
      baseUrl: string | undefined
      textModel: string
      imageModel: string
    }

export type PhotosSettings =
  | { provider: 'simulated' }
  | { provider: 'unsplash'; accessKey: string; baseUrl: string }

export interface S3Settings {
  endpoint: string
  bucket: string
  /** Absent: derived from the endpoint, else us-east-1. */
  region: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

const S3_VARIABLES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Adds an issue for every invalid combination, named after the setting to change. */
export function checkContentVariables(values: ContentVariables, context: z.RefinementCtx): void {
  const refuse = (variable: keyof ContentVariables, message: string) =>
    context.addIssue({ code: 'custom', path: [variable], message })
  if (values.AI_PROVIDER === 'anthropic' && values.AI_API_KEY === undefined) {
    refuse('AI_API_KEY', 'is needed with AI_PROVIDER=anthropic')
  }
  if (
    values.AI_PROVIDER === 'openai' &&
    values.AI_API_KEY === undefined &&
    values.AI_BASE_URL === undefined
  ) {
    refuse('AI_API_KEY', 'is needed with AI_PROVIDER=openai, unless AI_BASE_URL names a server of your own')
  }
  const speaksOpenAi = values.AI_PROVIDER === 'openai' || values.AI_PROVIDER === undefined
  if (values.AI_BASE_URL !== undefined && speaksOpenAi && !values.AI_TEXT_MODEL) {
    refuse('AI_TEXT_MODEL', 'is needed with AI_BASE_URL: a server of your own has models of its own')
  }
  if (values.PHOTOS_PROVIDER === 'unsplash' && values.UNSPLASH_ACCESS_KEY === undefined) {
    refuse('UNSPLASH_ACCESS_KEY', 'is needed with PHOTOS_PROVIDER=unsplash')
  }
  const missing = S3_VARIABLES.filter((variable) => values[variable] === undefined)
  if (missing.length === S3_VARIABLES.length && values.S3_REGION === undefined) return
  for (const variable of missing) refuse(variable, 'is needed once another S3_ setting is there')
}

/** A key enables its provider. */
export function readContentServices(values: ContentVariables): ContentServices {
  return { ai: readAi(values), photos: readPhotos(values), s3: readS3(values) }
}

function readAi(values: ContentVariables): AiSettings {
  const keyed = values.AI_API_KEY !== undefined || values.AI_BASE_URL !== undefined
  const provider = values.AI_PROVIDER ?? (keyed ? 'openai' : 'simulated')
  if (provider === 'simulated') return { provider }
  return {
    provider,
    apiKey: values.AI_API_KEY,
    baseUrl: values.AI_BASE_URL?.replace(/\/+$/, ''),
    textModel: values.AI_TEXT_MODEL ?? (provider === 'openai' ? 'gpt-5-mini' : 'claude-sonnet-4-5'),
    imageModel: values.AI_IMAGE_MODEL ?? 'gpt-image-1',
  }
}

function readPhotos(values: ContentVariables): PhotosSettings {
  const accessKey = values.UNSPLASH_ACCESS_KEY
  if (values.PHOTOS_PROVIDER === 'simulated' || accessKey === undefined) return { provider: 'simulated' }
  const baseUrl = (values.UNSPLASH_API_BASE ?? 'https://api.unsplash.com').replace(/\/+$/, '')
  return { provider: 'unsplash', accessKey, baseUrl }
}

function readS3(values: ContentVariables): S3Settings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  const region = values.S3_REGION
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, accessKeyId, secretAccessKey }
}
