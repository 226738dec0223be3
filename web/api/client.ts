import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { STORED_SESSION } from './stored-session.ts'

/** The door to the server: every call of this folder takes one as its first argument. */
export type Backend = SupabaseClient

export interface BackendSettings {
  url: string
  anonKey: string
}

// The content security policy lets nothing be compiled from text, so the parsers must not try.
z.config({ jitless: true })

const inBrowser = typeof document !== 'undefined'
const opened = new Map<string, Backend>()
const ways = new WeakMap<Backend, SessionFetch>()
const settings = new WeakMap<Backend, BackendSettings>()

/** The one client of an address: a second one would fight the first over the stored session. */
export function connect({ url, anonKey }: BackendSettings): Backend {
  const known = opened.get(url)
  if (known) return known
  const way = createSessionFetch()
  const backend = createClient(url, anonKey, {
    global: { fetch: way.fetch },
    auth: {
      storageKey: STORED_SESSION,
      flowType: 'implicit',
      detectSessionInUrl: false,
      // The server renders with a client that keeps nothing and never asks for anything.
      skipAutoInitialize: !inBrowser,
      persistSession: inBrowser,
      autoRefreshToken: inBrowser,
      experimental: { recoveryCodes: true },
    },
  })
  opened.set(url, backend)
  ways.set(backend, way)
  settings.set(backend, { url, anonKey })
  return backend
}

/** Breaks off what is being read and lets no reading begin, until the function it gives back is called. */
export function pauseReads(backend: Backend): () => void {
  return ways.get(backend)?.holdReads() ?? (() => undefined)
}

/** Where a client connects to, for the requests it cannot make itself. */
export function readSettings(backend: Backend): BackendSettings {
  const known = settings.get(backend)
  if (!known) throw new Error('This client was not made by connect')
  return known
}

const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503

/** The way to the server, for as long as somebody is signed in. */
interface SessionFetch {
  fetch: typeof fetch
  /** Breaks off what is being read and lets no reading begin, until the function it gives back is called. */
  holdReads: () => () => void
}

/**
 * A `fetch` that knows when a session ends. What is still being read then would be refused, and the browser would log it. A
 * refresh that the server has no time for must not end a session either, so 429 is told as 503, which the client library
 * tries again.
 */
export function createSessionFetch(send: typeof fetch = (...request) => fetch(...request)): SessionFetch {
  let reads = new AbortController()
  return {
    fetch: async (input, init) => {
      const answer = await send(input, isRead(input, init) ? { ...init, signal: both(init?.signal) } : init)
      return isRefresh(input) && answer.status === TOO_MANY_REQUESTS ? asUnavailable(answer) : answer
    },
    holdReads: () => {
      reads.abort()
      return () => void (reads = new AbortController())
    },
  }

  function both(signal: AbortSignal | null | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, reads.signal]) : reads.signal
  }
}

function isRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return ['GET', 'HEAD'].includes(init?.method ?? 'GET') && addressOf(input).pathname.startsWith('/rest/')
}

function isRefresh(input: RequestInfo | URL): boolean {
  const { pathname, searchParams } = addressOf(input)
  return pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'refresh_token'
}

function addressOf(input: RequestInfo | URL): URL {
  return new URL(input instanceof Request ? input.url : input)
}

function asUnavailable({ body, headers }: Response): Response {
  return new Response(body, { status: UNAVAILABLE, headers })
}
