import { expect, test } from 'vitest'
import { createSessionFetch } from './client.ts'

const SITE = 'https://site.example'

/** Never answers; rejects when aborted. */
const hanging: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    const signal = init?.signal
    if (signal?.aborted) reject(new Error('broken off'))
    signal?.addEventListener('abort', () => reject(new Error('broken off')))
  })

test('pauseReads aborts reads in flight and blocks new ones until release', async () => {
  const { fetch, pauseReads } = createSessionFetch(hanging)
  const running = fetch(`${SITE}/rest/v1/crm_contacts`)
  const release = pauseReads()
  await expect(running).rejects.toThrow('broken off')
  await expect(fetch(`${SITE}/rest/v1/crm_contacts`, { method: 'HEAD' })).rejects.toThrow('broken off')
  release()
  const own = new AbortController()
  const later = fetch(`${SITE}/rest/v1/crm_contacts`, { signal: own.signal })
  own.abort()
  await expect(later).rejects.toThrow('broken off')
})

test('pauseReads leaves writes alone', async () => {
  const { fetch, pauseReads } = createSessionFetch(async (_input, init) =>
    Response.json({ canBeBrokenOff: init?.signal !== undefined }),
  )
  pauseReads()
  const written = await fetch(`${SITE}/rest/v1/crm_contacts`, { method: 'PATCH' })
  expect(await written.json()).toEqual({ canBeBrokenOff: false })
})

test.each([
  ['/auth/v1/token?grant_type=refresh_token', 503],
  ['/auth/v1/token?grant_type=password', 429],
  ['/rest/v1/crm_contacts', 429],
])('a 429 response of %s is reported as %i', async (path, status) => {
  const { fetch } = createSessionFetch(async () => new Response('{}', { status: 429 }))
  expect((await fetch(SITE + path, { method: 'POST' })).status).toBe(status)
})
