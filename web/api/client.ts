import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { createSessionFetch, type SessionFetch } from './session-fetch.ts'
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
export function holdReads(backend: Backend): () => void {
  return ways.get(backend)?.holdReads() ?? (() => undefined)
}

/** Where a client connects to, for the requests it cannot make itself. */
export function settingsOf(backend: Backend): BackendSettings {
  const known = settings.get(backend)
  if (!known) throw new Error('This client was not made by connect')
  return known
}
