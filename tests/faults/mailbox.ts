import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  AUTH_SERVER,
  findMistakes,
  OWN,
  seedCorrespondents,
  STAFF,
} from '../../features/email/email.fixture.ts'
import { writeCorpus, type CorpusMail } from '../../features/email/mail-corpus.fixture.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { createDiskFiles } from '../../server/files/disk-files.ts'
import { prepareDatabase } from '../../server/first-start.ts'
import { startImapServer, type ImapServer } from '../support/imap-server.ts'
import { createRandom } from './random.ts'
import { startServer, type StartedServer } from './started-server.ts'

/** The promise: an opt-out by mail holds this soon after the mail arrived. */
const OPT_OUT_MS = 5_000
const POLL_MS = 5
/** Longer than any pause of the watcher. */
const STUCK_MS = 90_000
const LONGEST_LAST_MS = 150
/** How many unread mails wait at most. */
const LONGEST_BACKLOG = 8
/** The UIDVALIDITY that `seedCorrespondents` assumes. */
const UID_VALIDITY = 7

export interface MailboxOptions {
  count: number
  kills: number
  people: number
  /** Bytes of the largest mail. */
  largest: number
  seed: number
  dataDirectory: string
  /** Default: the embedded database, which is killed with the server. */
  databaseUrl?: string
}

export interface MailboxReport {
  figures: Record<string, number>
  mistakes: string[]
}

/**
 * Delivers mails of every shape in random order to a mailbox that a real process watches. Kills the process, cuts its IMAP
 * connection and refuses commands at random moments. Then compares the stored rows with the result each mail must have.
 */
export async function runMailbox(options: MailboxOptions): Promise<MailboxReport> {
  const began = performance.now()
  const imap = await startImapServer()
  for (const folder of Object.values(imap.folders)) folder.uidValidity = UID_VALIDITY
  const random = createRandom(options.seed)
  const mails = shuffle(await prepare(options, random), random)
  const run: Run = {
    options,
    imap,
    random,
    optOuts: new Map(),
    tokens: { apikey: '', session: '' },
    counts: noCounts(),
  }
  const last = mails.findIndex(({ folder }) => folder === 'inbox')
  mails.push(...mails.splice(last, 1))
  const lives = shareOut(mails, options.kills, random)
  for (const [life, batch] of lives.entries()) await live(run, { batch, isLast: life === options.kills })
  await imap.close()
  return {
    figures: {
      mails: mails.length,
      shapes: new Set(mails.map(({ shape }) => shape)).size,
      ...run.counts,
      ...measureOptOuts(run),
      seconds: Math.round((performance.now() - began) / 1_000),
    },
    mistakes: [...(await compare(options, mails)), ...findSlowOptOuts(run)],
  }
}

interface Run {
  options: MailboxOptions
  imap: ImapServer
  random: () => number
  optOuts: Map<string, OptOut>
  tokens: { apikey: string; session: string }
  counts: { kills: number; 'cut connections': number; 'refused commands': number }
}

interface OptOut {
  deliveredAt: number
  /** Milliseconds until it held; null if the process was killed before. */
  heldAfter: number | null
}

const noCounts = () => ({ kills: 0, 'cut connections': 0, 'refused commands': 0 })

async function prepare(options: MailboxOptions, random: () => number): Promise<CorpusMail[]> {
  const database = await openDatabase(options)
  try {
    await prepareDatabase(database)
    const people = await seedCorrespondents(database, options.people)
    return writeCorpus(options.count, {
      people,
      own: OWN,
      staff: STAFF,
      authServer: AUTH_SERVER,
      random,
      largest: options.largest,
    })
  } finally {
    await database.close()
  }
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Some lives get no mail, some get many. */
function shareOut<Item>(items: readonly Item[], cuts: number, random: () => number): Item[][] {
  const places = Array.from({ length: cuts }, () => Math.floor(random() * (items.length - 1))).toSorted(
    (a, b) => a - b,
  )
  return [0, ...places].map((start, n) => items.slice(start, places[n] ?? items.length))
}

/** One process, from its start to its kill. Every third batch arrives while no process runs. */
async function live(run: Run, { batch, isLast }: { batch: CorpusMail[]; isLast: boolean }): Promise<void> {
  const { imap, random, options } = run
  const isDown = !isLast && random() < 1 / 3
  if (isDown) for (const mail of batch) deliver(run, mail)
  imap.commands.length = 0
  const server = await startServer({
    ...options,
    settings: {
      PUBLIC_SITE_URL: 'https://agency.test',
      MAIL_FROM: OWN,
      MAILBOX_URL: imap.url,
      MAILBOX_AUTH_SERVER: AUTH_SERVER,
      // Each connection cut would log a warning.
      LOG_LEVEL: 'silent',
    },
  })
  await signIn(run, server)
  const ending = new AbortController()
  const watching = watchOptOuts(run, server, ending.signal)
  try {
    if (!isDown) await deliverSlowly(run, isLast ? batch.slice(0, -1) : batch)
    if (isLast) await deliverLast(run, batch.at(-1))
    else await sleep(random() * LONGEST_LAST_MS)
  } finally {
    ending.abort()
    if (isLast) await watching.then(() => server.stop())
    else {
      await server.kill()
      run.counts.kills += 1
      await watching
    }
  }
  // Nothing can be said of the time they took.
  for (const [address, optOut] of run.optOuts)
    if (optOut.heldAfter === null) run.optOuts.set(address, { ...optOut, deliveredAt: Infinity })
}

function deliver({ imap }: Run, { folder, raw }: CorpusMail): void {
  imap.deliver(folder === 'sent' ? 'Sent Items' : 'INBOX', raw)
}

async function deliverSlowly(run: Run, batch: readonly CorpusMail[]): Promise<void> {
  const { imap, random } = run
  // With several instances, a killed one holds its lease for some seconds.
  await waitUntil(() => imap.commands.length > 0)
  for (const mail of batch) {
    const backlog = Math.floor(random() * LONGEST_BACKLOG)
    await waitUntil(() => countUnread(imap, 'INBOX') <= backlog)
    if (random() < 1 / 100) disturb(run)
    for (const address of mail.optsOut ?? [])
      if (!run.optOuts.has(address))
        run.optOuts.set(address, { deliveredAt: performance.now(), heldAfter: null })
    deliver(run, mail)
  }
}

/** Cuts the connection or refuses a command, once the client has recovered from the last fault: otherwise it backs off longer. */
function disturb({ imap, random, counts }: Run): void {
  if (!imap.commands.includes('IDLE')) return
  imap.commands.length = 0
  if (random() < 0.5) {
    imap.cut()
    counts['cut connections'] += 1
  } else {
    imap.refuses = (words) => {
      if (!words.startsWith('UID ')) return false
      imap.refuses = () => false
      return true
    }
    counts['refused commands'] += 1
  }
}

/** Sent mail is read when the inbox reports new mail, so the last one goes there. */
async function deliverLast(run: Run, mail: CorpusMail | undefined): Promise<void> {
  const { imap } = run
  await waitUntil(() => isIdle(imap) && countUnread(imap, 'INBOX') === 0)
  if (mail !== undefined) deliver(run, mail)
  await waitUntil(() => isIdle(imap) && hasBeenRead(imap))
}

const isIdle = (imap: ImapServer) => imap.commands.at(-1) === 'IDLE'
const hasBeenRead = (imap: ImapServer) =>
  Object.keys(imap.folders).every((path) => countUnread(imap, path) === 0)

function countUnread(imap: ImapServer, path: string): number {
  const { mails = [], lastRead = 0 } = imap.folders[path] ?? {}
  return (mails.at(-1)?.uid ?? 0) - lastRead
}

async function waitUntil(condition: () => boolean): Promise<void> {
  const began = performance.now()
  while (!condition()) {
    if (performance.now() - began > STUCK_MS) throw new Error('The server stopped reading mail.')
    await sleep(POLL_MS)
  }
}

async function signIn({ tokens }: Run, { address }: StartedServer): Promise<void> {
  if (tokens.session !== '') return
  const settings: unknown = await (await fetch(`${address}/public-settings.json`)).json()
  tokens.apikey = z.object({ anonKey: z.string() }).parse(settings).anonKey
  const response = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: tokens.apikey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@site.test', password: 'a long enough secret' }),
  })
  tokens.session = z.object({ access_token: z.string() }).parse(await response.json()).access_token
}

/** Asks like the dashboard which of the delivered opt-outs hold, until the process is killed. */
async function watchOptOuts(run: Run, server: StartedServer, ending: AbortSignal): Promise<void> {
  const { apikey, session } = run.tokens
  while (!ending.aborted) {
    const open = [...run.optOuts].filter(([, one]) => one.heldAfter === null && one.deliveredAt !== Infinity)
    if (open.length > 0) {
      const wanted = open.map(([address]) => `"${address}"`).join(',')
      try {
        const response = await fetch(
          `${server.address}/rest/v1/email_opt_outs?select=address&address=in.(${encodeURIComponent(wanted)})`,
          { headers: { apikey, Authorization: `Bearer ${session}` }, signal: ending },
        )
        const held = z.array(z.object({ address: z.string() })).parse(await response.json())
        for (const { address } of held) {
          const optOut = run.optOuts.get(address)
          if (optOut !== undefined) optOut.heldAfter = performance.now() - optOut.deliveredAt
        }
      } catch (error) {
        if (!ending.aborted) throw error
      }
    }
    await sleep(10 * POLL_MS)
  }
}

function measureOptOuts({ optOuts }: Run): Record<string, number> {
  const times = [...optOuts.values()].flatMap(({ heldAfter }) => heldAfter ?? []).toSorted((a, b) => a - b)
  return {
    'opt-outs measured': times.length,
    'opt-out held after, median, ms': Math.round(times[Math.floor(times.length / 2)] ?? 0),
    'opt-out held after, slowest, ms': Math.round(times.at(-1) ?? 0),
  }
}

function findSlowOptOuts({ optOuts }: Run): string[] {
  return [...optOuts].flatMap(([address, { heldAfter }]) =>
    heldAfter !== null && heldAfter > OPT_OUT_MS ? `${address} waited ${Math.round(heldAfter)} ms` : [],
  )
}

async function compare(options: MailboxOptions, mails: readonly CorpusMail[]): Promise<string[]> {
  const database = await openDatabase(options)
  try {
    return [
      ...(await findMistakes(database, mails)),
      ...(await findWrongCounts(database, mails)),
      ...(await findLostFiles(database, options.dataDirectory)),
    ]
  } finally {
    await database.close()
  }
}

/** Mails that cannot be read are recorded, each at its place; each mail of a person is announced once. */
async function findWrongCounts(database: Database, mails: readonly CorpusMail[]): Promise<string[]> {
  const { rows } = await asService(database, (tx) =>
    tx.query<{ unreadable: number; told: number; awaited: number }>(
      `select (select count(*)::integer from private.mailbox_problems) as unreadable,
              (select count(distinct notice_id)::integer from public.notifications where kind = 'email' and contact_id is not null) as told,
              (select count(*)::integer from public.email_messages join public.communication_logs on id = log_id
               where direction = 'inbound' and not is_automatic) as awaited`,
    ),
  )
  const [found] = rows
  const unreadable = mails.filter((mail) => mail.unreadable === true).length
  return [
    found?.unreadable === unreadable
      ? []
      : `${found?.unreadable} unreadable mails recorded, not ${unreadable}`,
    found?.told === found?.awaited ? [] : `${found?.told} announced, ${found?.awaited} filed`,
  ].flat()
}

async function findLostFiles(database: Database, dataDirectory: string): Promise<string[]> {
  const stored = await createDiskFiles(join(dataDirectory, 'files')).list('attachments')
  const files = new Set(stored.map(({ name }) => name))
  const { rows } = await asService(database, (tx) =>
    tx.query<{ stored_as: string }>(
      'select distinct stored_as from public.email_attachments where stored_as is not null',
    ),
  )
  return rows.flatMap(({ stored_as: name }) => (files.has(name) ? [] : `the file ${name} is missing`))
}
