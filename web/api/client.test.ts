import { expect, test } from 'vitest'
import { createSessionFetch } from './client.ts'

const SITE = 'https://site.example'

/** Never answers; fails when it is broken off. */
const hanging: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    const signal = init?.signal
    if (signal?.aborted) reject(new Error('broken off'))
    signal?.addEventListener('abort', () => reject(new Error('broken off')))
  })

test('reads are broken off while held, and go on afterwards', async () => {
  const { fetch, holdReads } = createSessionFetch(hanging)
  const running = fetch(`${SITE}/rest/v1/crm_contacts`)
  const release = holdReads()
  await expect(running).rejects.toThrow('broken off')
  await expect(fetch(`${SITE}/rest/v1/crm_contacts`, { method: 'HEAD' })).rejects.toThrow('broken off')
  release()
  const own = new AbortController()
  const later = fetch(`${SITE}/rest/v1/crm_contacts`, { signal: own.signal })
  own.abort()
  await expect(later).rejects.toThrow('broken off')
})

test('writes are never broken off', async () => {
  const { fetch, holdReads } = createSessionFetch(async (_input, init) =>
    Response.json({ canBeBrokenOff: init?.signal !== undefined }),
  )
  holdReads()
  const written = await fetch(`${SITE}/rest/v1/crm_contacts`, { method: 'PATCH' })
  expect(await written.json()).toEqual({ canBeBrokenOff: false })
})

test.each([
  ['/auth/v1/token?grant_type=refresh_token', 503],
  ['/auth/v1/token?grant_type=password', 429],
  ['/rest/v1/crm_contacts', 429],
])('too many requests at %s are told as %i', async (path, status) => {
  const { fetch } = createSessionFetch(async () => new Response('{}', { status: 429 }))
  expect((await fetch(SITE + path, { method: 'POST' })).status).toBe(status)
})
