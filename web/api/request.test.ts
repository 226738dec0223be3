import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { callFunction } from './request.ts'

/** Sends headers, and never the rest of the body. */
const halfAnswer: typeof fetch = async (_input, init) => {
  const body = new ReadableStream({
    start: (stream) => {
      const stop = () => stream.error(init?.signal?.reason)
      if (init?.signal?.aborted) stop()
      else init?.signal?.addEventListener('abort', stop)
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

test('callFunction reports a call that is aborted while its answer arrives as interrupted', async () => {
  const backend = createClient('https://site.example', 'key', {
    global: { fetch: halfAnswer },
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const call = new AbortController()
  const answer = callFunction(backend, { name: 'search', answer: z.unknown(), signal: call.signal })
  call.abort()
  await expect(answer).rejects.toMatchObject({ reason: 'interrupted' })
})
