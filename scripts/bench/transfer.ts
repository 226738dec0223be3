import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { startSite, type RunningSite } from '../../tests/journeys/support/running-site.ts'
import { table } from './bench-table.ts'

/** Milliseconds between requests of another user for the first page of contacts. */
const EVERY_MS = 50
const HEAD = ['step', 'seconds', 'rows /s', 'other requests', 'p50 ms', 'p95 ms', 'p95 : alone']

const started = z.object({ id: z.string() })

/** Imports and exports so many contacts and measures how long other users wait for a page of contacts. */
export async function measureTransfer(contacts: number): Promise<void> {
  const site = await startSite({})
  const backend = await signedIn(site)
  const alone = await others(backend, () => sleep(5_000))
  const rows = [line('nothing else', alone, alone)]
  const { id } = started.parse(
    await invoke(backend, 'upload-contacts?name=bench.csv', Buffer.from(file(contacts)).buffer),
  )
  const settings = z.object({ settings: z.unknown() }).parse((await findImport(backend, id)).data).settings
  const steps: [name: string, work: () => Promise<void>][] = [
    ['check', () => act(backend, { action: 'check', id, settings }, 'checked')],
    ['import', () => act(backend, { action: 'start', id }, 'imported')],
    ['export', () => download(backend, contacts)],
  ]
  for (const [name, work] of steps) rows.push(line(name, await others(backend, work), alone, contacts))
  await backend.auth.signOut()
  await site.stop()
  console.log(table(HEAD, rows))
}

async function signedIn(site: RunningSite): Promise<SupabaseClient> {
  const backend = createClient(site.url, site.anonKey, { auth: { persistSession: false } })
  const { error } = await backend.auth.signInWithPassword(site.admin)
  if (error) throw error
  return backend
}

function file(contacts: number): string {
  const people = Array.from(
    { length: contacts },
    (_, n) =>
      `Person ${n},Number ${n},person${n}@bench.example,(${201 + Math.floor(n / 10_000)}) 762-${String(n % 10_000).padStart(4, '0')},Company ${n % 900}`,
  )
  return ['First name,Last name,Email,Mobile,Company', ...people].join('\r\n')
}

interface Waiting {
  seconds: number
  times: number[]
}

/** Requests the contact list repeatedly while `work` runs. */
async function others(backend: SupabaseClient, work: () => Promise<unknown>): Promise<Waiting> {
  const begun = performance.now()
  const times: number[] = []
  const done = new AbortController()
  const asking = async () => {
    while (!done.signal.aborted) {
      const asked = performance.now()
      const { error } = await backend
        .from('crm_contacts')
        .select('*')
        .order('created_at', { ascending: false })
        .limit(50)
      if (error) throw error
      times.push(performance.now() - asked)
      await sleep(EVERY_MS)
    }
  }
  const asked = asking()
  await work()
  done.abort()
  await asked
  return { seconds: (performance.now() - begun) / 1000, times }
}

function line(
  name: string,
  { seconds, times }: Waiting,
  alone: Waiting,
  contacts?: number,
): (string | number)[] {
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  return [
    name,
    seconds.toFixed(1),
    contacts === undefined ? '' : Math.round(contacts / seconds),
    times.length,
    p50.toFixed(1),
    p95.toFixed(1),
    (p95 / quantile(alone.times, 0.95)).toFixed(1),
  ]
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

async function act(backend: SupabaseClient, body: Record<string, unknown>, until: string): Promise<void> {
  await invoke(backend, 'import-contacts', body)
  const wanted = z.object({ state: z.literal(until) })
  while (!wanted.safeParse((await findImport(backend, z.string().parse(body['id']))).data).success)
    await sleep(200)
}

function findImport(backend: SupabaseClient, id: string) {
  return backend.from('contact_imports').select('state,settings').eq('id', id).single()
}

async function download(backend: SupabaseClient, contacts: number): Promise<void> {
  const text = z.string().parse(await invoke(backend, 'export-contacts', undefined))
  const lines = text.split('\r\n').length - 2
  if (lines !== contacts) throw new Error(`${lines} contacts were exported.`)
}

async function invoke(
  backend: SupabaseClient,
  name: string,
  body: Record<string, unknown> | ArrayBuffer | undefined,
): Promise<unknown> {
  const { data, error } = await backend.functions.invoke<unknown>(
    name,
    body === undefined ? { method: 'GET' } : { body },
  )
  if (error) throw error
  return data
}
