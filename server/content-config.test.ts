import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

test('without keys all content services are simulated and files are on disk', () => {
  expect(parseConfig({ AI_API_KEY: '' })).toMatchObject({
    ai: { provider: 'simulated' },
    photos: { provider: 'simulated' },
    s3: undefined,
  })
})

test('a key enables its provider, unless a simulation is named', () => {
  const keys = { AI_API_KEY: 'k', UNSPLASH_ACCESS_KEY: 'u' }
  expect(parseConfig(keys)).toMatchObject({
    ai: { provider: 'openai', apiKey: 'k', baseUrl: undefined },
    photos: { provider: 'unsplash', accessKey: 'u', baseUrl: 'https://api.unsplash.com' },
  })
  const simulated = {
    ...keys,
    AI_BASE_URL: 'http://127.0.0.1:1/v1',
    AI_PROVIDER: 'simulated',
    PHOTOS_PROVIDER: 'simulated',
  }
  expect(parseConfig(simulated)).toMatchObject({
    ai: { provider: 'simulated' },
    photos: { provider: 'simulated' },
  })
})

test('a self-hosted AI server needs no key', () => {
  const own = { AI_BASE_URL: 'http://127.0.0.1:11434/v1/', AI_TEXT_MODEL: 'local' }
  expect(parseConfig(own).ai).toEqual({
    provider: 'openai',
    apiKey: undefined,
    baseUrl: 'http://127.0.0.1:11434/v1',
    textModel: 'local',
    imageModel: 'gpt-image-1',
  })
})

test.each([
  [{ AI_PROVIDER: 'openai' }, /AI_API_KEY: is needed with AI_PROVIDER=openai/],
  [{ AI_PROVIDER: 'anthropic' }, /AI_API_KEY: is needed with AI_PROVIDER=anthropic/],
  [{ AI_PROVIDER: 'other' }, /AI_PROVIDER/],
  [{ AI_BASE_URL: 'http://127.0.0.1:1/v1' }, /AI_TEXT_MODEL: is needed with AI_BASE_URL/],
  [{ AI_BASE_URL: 'file:///etc/passwd', AI_TEXT_MODEL: 'm' }, /AI_BASE_URL/],
  [{ PHOTOS_PROVIDER: 'unsplash' }, /UNSPLASH_ACCESS_KEY: is needed/],
  [{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'b' }, /S3_ACCESS_KEY_ID: .*\n.*S3_SECRET_ACCESS_KEY: /],
])('the settings %j are rejected with a reason', (env, words) => {
  expect(() => parseConfig(env)).toThrow(ConfigError)
  expect(() => parseConfig(env)).toThrow(words)
})
