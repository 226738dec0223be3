import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { existsSync } from 'node:fs'
import {
  json,
  silence,
  startStubServer,
  type Answer,
  type StubServer,
} from '../../../tests/support/stub-http-server.ts'
import { choosePhotos } from '../content-services.ts'
import { sampleScenes } from './sample-scenes.ts'
import { StockPhotoError, type StockPhotos } from './stock-photos.ts'
import { createUnsplashPhotos } from './unsplash-photos.ts'

const signal = new AbortController().signal

/** A photo in the API's format, reduced to the fields we read; `{api}` is replaced by the API's address. */
const PHOTO = {
  id: 'eOLpJytrbsQ',
  description: 'A man drinking a coffee.',
  alt_description: 'man in white shirt with coffee',
  urls: {
    small: 'https://images.unsplash.com/photo-1?ixid=M3w&w=400',
    regular: 'https://images.unsplash.com/photo-1?ixid=M3w&w=1080',
  },
  links: {
    html: 'https://unsplash.com/photos/eOLpJytrbsQ',
    download_location: 'https://api.unsplash.com/photos/eOLpJytrbsQ/download?ixid=M3w',
  },
  user: { name: 'Jeff Sheldon', links: { html: 'https://unsplash.com/@ugmonk' } },
}

describe('Unsplash', () => {
  let api: StubServer
  let photos: StockPhotos
  let now = Date.parse('2026-11-20T15:00:00Z')
  beforeEach(async () => {
    api = await startStubServer(json(200, { total: 1, total_pages: 1, results: [PHOTO] }))
    photos = unsplash()
  })
  afterEach(() => api.close())

  const unsplash = (timeoutMs = 10_000) =>
    createUnsplashPhotos({
      accessKey: 'the-key',
      baseUrl: api.url,
      appName: 'tidewright',
      now: () => new Date(now),
      timeoutMs,
    })

  test('Unsplash is searched as documented and credited with links', async () => {
    expect(await photos.search({ query: 'coffee & cake', page: 2 }, signal)).toEqual([
      {
        id: 'eOLpJytrbsQ',
        urls: PHOTO.urls,
        description: 'man in white shirt with coffee',
        user: {
          name: 'Jeff Sheldon',
          link: 'https://unsplash.com/@ugmonk?utm_source=tidewright&utm_medium=referral',
        },
        link: 'https://unsplash.com/photos/eOLpJytrbsQ?utm_source=tidewright&utm_medium=referral',
      },
    ])
    const [{ method, path, headers } = { method: '', path: '', headers: {} }] = api.received
    expect(method).toBe('GET')
    const url = new URL(path, api.url)
    expect(url.pathname).toBe('/search/photos')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      query: 'coffee & cake',
      page: '2',
      per_page: '30',
    })
    expect(headers).toMatchObject({ authorization: 'Client-ID the-key', 'accept-version': 'v1' })
  })

  test('Unsplash gets the same search only once in a quarter of an hour', async () => {
    const search = { query: 'Harbor', page: 1 }
    await photos.search(search, signal)
    await photos.search({ query: 'harbor', page: 1 }, signal)
    expect(api.received).toHaveLength(1)
    now += 15 * 60_000
    await photos.search(search, signal)
    expect(api.received).toHaveLength(2)
  })

  test('Unsplash gets a request for the download URL of a chosen photo, and the photo keeps its ixid', async () => {
    api.answer((request, response) =>
      (request.path.includes('/download') ? json(200, { url: PHOTO.urls.regular }) : json(200, PHOTO))(
        request,
        response,
      ),
    )
    expect(await photos.select(PHOTO.id, signal)).toEqual({
      url: PHOTO.urls.regular,
      credit: {
        name: 'Jeff Sheldon',
        link: 'https://unsplash.com/@ugmonk?utm_source=tidewright&utm_medium=referral',
      },
    })
    expect(api.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /photos/eOLpJytrbsQ',
      'GET /photos/eOLpJytrbsQ/download?ixid=M3w',
    ])
    expect(api.received[1]?.headers.authorization).toBe('Client-ID the-key')
  })

  test.each(['../me', 'a/b', '', 'x?y'])(
    'Unsplash gets no request for a photo with the id %j',
    async (id) => {
      await expect(photos.select(id, signal)).rejects.toMatchObject({ failure: 'not-found' })
      expect(api.received).toEqual([])
    },
  )

  test.each([
    ['limit-reached', text(403, 'Rate Limit Exceeded', { 'x-ratelimit-remaining': '0' })],
    ['limit-reached', json(429, { errors: ['slow down'] })],
    ['misconfigured', json(401, { errors: ['OAuth error: The access token is invalid'] })],
    ['misconfigured', json(403, { errors: ['Missing permissions'] }, { 'x-ratelimit-remaining': '12' })],
    ['not-found', json(404, { errors: ["Couldn't find Photo"] })],
    ['unavailable', json(503, {})],
    ['wrong-shape', text(200, '<html>')],
    ['wrong-shape', json(200, { results: [{ id: 1 }] })],
    ['wrong-shape', json(200, { results: [{ ...PHOTO, urls: { small: 'javascript:1', regular: 'x' } }] })],
    ['timed-out', silence],
    ['unreachable', (_request, response) => response.destroy()],
  ] satisfies [string, Answer][])('an Unsplash failure is reported as %s', async (failure, answer) => {
    api.answer(answer)
    const patience = failure === 'timed-out' ? 300 : undefined
    const search = unsplash(patience).search({ query: 'x', page: 1 }, signal)
    await expect(search).rejects.toThrow(StockPhotoError)
    await expect(search).rejects.toMatchObject({ failure })
  })

  test('an Unsplash call ends when the caller aborts', async () => {
    const search = photos.search({ query: 'x', page: 1 }, AbortSignal.abort())
    await expect(search).rejects.toMatchObject({ failure: 'cancelled' })
  })
})

describe('the simulated service', () => {
  const photos = choosePhotos({ photos: { provider: 'simulated' }, siteUrl: 'http://site.test' })

  test('simulated photos report that they are simulated and are found by words and id', async () => {
    expect(photos.simulated).toBe(true)
    const boats = await photos.search({ query: 'Boats', page: 1 }, signal)
    expect(boats.map(({ id }) => id)).toEqual(['night-sail', 'regatta'])
    expect(await photos.search({ query: 'zebra', page: 1 }, signal)).toEqual([])
    expect(await photos.search({ query: 'boat', page: 2 }, signal)).toEqual([])
    expect(await photos.select('regatta', signal)).toEqual({
      url: '/stock/regatta-1080.webp',
      credit: { name: 'Tidewright (simulated)', link: 'http://site.test/about' },
    })
    await expect(photos.select('none', signal)).rejects.toMatchObject({ failure: 'not-found' })
  })

  test.each(sampleScenes)('the simulated photo $id has its files', ({ id }) => {
    for (const width of [400, 1080]) expect(existsSync(`public/stock/${id}-${width}.webp`)).toBe(true)
  })
})

function text(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body)
}
