import { AuthClient } from '@supabase/auth-js'
import { FunctionsClient } from '@supabase/functions-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { STORED_SESSION } from './stored-session.ts'

/** What we use of a supabase-js client; first argument of every call to the server. */
export type Backend = Pick<SupabaseClient, 'auth' | 'from' | 'functions'>

export interface BackendSettings {
  url: string
  anonKey: string
}

// The content security policy forbids eval, so zod must not compile parsers.
z.config({ jitless: true })

const inBrowser = typeof document !== 'undefined'
const opened = new Map<string, Backend>()
const ways = new WeakMap<Backend, SessionFetch>()
const settings = new WeakMap<Backend, BackendSettings>()

const TOO_MANY_REQUESTS = 429
const UNAVAILABLE = 503

/** A fetch for the duration of a session. */
interface SessionFetch {
  fetch: typeof fetch
  /** Aborts reads in flight and blocks new ones until the returned function is called. */
  pauseReads: () => () => void
}

/**
 * One client per address: two would compete for the stored session. Made of the parts of supabase-js, because its whole client
 * is 30 kB larger, with file storage, which we do not use, and live updates, which load later (`row-changes.ts`).
 */
export function connect({ url, anonKey }: BackendSettings): Backend {
  const known = opened.get(url)
  if (known) return known
  const way = createSessionFetch()
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    fetch: way.fetch,
    storageKey: STORED_SESSION,
    flowType: 'implicit',
    detectSessionInUrl: false,
    // During SSR the client stores nothing and makes no requests.
    skipAutoInitialize: !inBrowser,
    persistSession: inBrowser,
    autoRefreshToken: inBrowser,
    experimental: { recoveryCodes: true },
  })
  const authorized: typeof fetch = async (input, init) => {
    const { data } = await auth.getSession()
    const headers = new Headers(init?.headers)
    headers.set('apikey', anonKey)
    headers.set('Authorization', `Bearer ${data.session?.access_token ?? anonKey}`)
    return way.fetch(input, { ...init, headers })
  }
  const functions = new FunctionsClient(`${url}/functions/v1`, { customFetch: authorized })
  const rest = new PostgrestClient(`${url}/rest/v1`, { fetch: authorized })
  const backend: Backend = Object.assign(rest, { auth, functions })
  opened.set(url, backend)
  ways.set(backend, way)
  settings.set(backend, { url, anonKey })
  return backend
}

/**
 * A `fetch` that can abort reads when the session ends, because the server would refuse them and the browser would log that.
 * It also reports a 429 for a token refresh as 503, which supabase-js retries; a 429 would end the session.
 */
export function createSessionFetch(send: typeof fetch = (...request) => fetch(...request)): SessionFetch {
  let reads = new AbortController()
  return {
    fetch: async (input, init) => {
      const answer = await send(input, isRead(input, init) ? { ...init, signal: both(init?.signal) } : init)
      return isRefresh(input) && answer.status === TOO_MANY_REQUESTS ? asUnavailable(answer) : answer
    },
    pauseReads: () => {
      reads.abort()
      return () => void (reads = new AbortController())
    },
  }

  function both(signal: AbortSignal | null | undefined): AbortSignal {
    return signal ? AbortSignal.any([signal, reads.signal]) : reads.signal
  }
}

function isRead(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return (
    ['GET', 'HEAD'].includes(init?.method ?? 'GET') && /^\/(rest|functions)\//.test(toUrl(input).pathname)
  )
}

function toUrl(input: RequestInfo | URL): URL {
  return new URL(input instanceof Request ? input.url : input)
}

function isRefresh(input: RequestInfo | URL): boolean {
  const { pathname, searchParams } = toUrl(input)
  return pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'refresh_token'
}

function asUnavailable({ body, headers }: Response): Response {
  return new Response(body, { status: UNAVAILABLE, headers })
}

/** Aborts reads in flight and blocks new ones until the returned function is called. */
export function pauseReads(backend: Backend): () => void {
  return ways.get(backend)?.pauseReads() ?? (() => undefined)
}

/** Address and key of a client, for requests outside supabase-js. */
export function readSettings(backend: Backend): BackendSettings {
  const known = settings.get(backend)
  if (!known) throw new Error('This client was not made by connect')
  return known
}
