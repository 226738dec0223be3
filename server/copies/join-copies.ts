import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { asIdentity } from '../database/as-identity.ts'
import type { Database, Transaction } from '../database/database.ts'
import { sharedSettings, type SharedSettings } from './shared-settings.ts'

/** How often a copy says that it lives, in milliseconds. */
const SIGN_OF_LIFE_MS = 10_000
/** After this silence a copy is taken for gone, as SQL. */
const SILENCE = `interval '30 seconds'`

/** Another copy runs on this database with settings that do not go together with ours; the message says what to do. */
export class CopiesDisagreeError extends Error {
  override readonly name = 'CopiesDisagreeError'
}

export interface JoinedCopies {
  /** Leaves the list. Never rejects: a copy that cannot say goodbye is missed soon. */
  leave: () => Promise<void>
}

interface Joining {
  database: Database
  log: Logger
  version: string
  shared: SharedSettings
}

/** Enters this process into the list of those that run on the database. Throws CopiesDisagreeError. */
export async function joinCopies({ database, log, version, shared }: Joining): Promise<JoinedCopies> {
  const id = randomUUID()
  const asServer = <T>(work: (tx: Transaction) => Promise<T>) =>
    asIdentity(database, { role: 'service_role' }, work)

  await asServer(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('server-copies'))`)
    // The embedded database has one process at a time, so whoever else is listed is gone.
    await forgetGone(tx, database.kind === 'embedded' ? `interval '0'` : SILENCE)
    for (const other of await othersSettings(tx)) requireAgreement(shared, other)
    await tx.query('insert into private.server_copies (id, version, shared) values ($1, $2, $3)', [
      id,
      version,
      shared,
    ])
  })
  const pulse = setInterval(() => {
    asServer((tx) => giveSignOfLife(tx, { id, version, shared })).catch((error: unknown) =>
      log.warn({ err: error }, 'a sign of life could not be given'),
    )
  }, SIGN_OF_LIFE_MS).unref()

  return {
    leave: async () => {
      clearInterval(pulse)
      const goodbye = asServer((tx) => tx.query('delete from private.server_copies where id = $1', [id]))
      await goodbye.catch((error: unknown) => log.warn({ err: error }, 'a copy could not say goodbye'))
    },
  }
}

async function forgetGone(tx: Transaction, silence: string): Promise<void> {
  await tx.query(`delete from private.server_copies where seen_at <= now() - ${silence}`)
}

async function othersSettings(tx: Transaction): Promise<SharedSettings[]> {
  const { rows } = await tx.query<{ shared: unknown }>('select shared from private.server_copies')
  return rows.map(({ shared }) => sharedSettings.parse(shared))
}

/** A copy that was out of reach for a while may have been forgotten meanwhile. */
async function giveSignOfLife(
  tx: Transaction,
  { id, version, shared }: { id: string; version: string; shared: SharedSettings },
): Promise<void> {
  await tx.query(
    `insert into private.server_copies (id, version, shared) values ($1, $2, $3)
     on conflict on constraint server_copies_pkey do update set seen_at = now()`,
    [id, version, shared],
  )
}

const ADVICE: Record<keyof SharedSettings, string> = {
  keys: 'their keys: set the same JWT_SECRET (and ANON_KEY, SERVICE_ROLE_KEY) everywhere, or let all of them use one DATA_DIR',
  files: 'where pictures are kept: set the same S3_* everywhere, or let all of them use one DATA_DIR',
  siteUrl: 'PUBLIC_SITE_URL: set the same address everywhere, the one visitors use',
}

function requireAgreement(own: SharedSettings, other: SharedSettings): void {
  const names = ['keys', 'files', 'siteUrl'] as const
  const different = names.filter((name) => own[name] !== other[name])
  if (different.length === 0) return
  throw new CopiesDisagreeError(
    [
      'Another copy of the server runs on this database, and the two differ in',
      ...different.map((name) => `  ${ADVICE[name]}`),
      'If no other copy should be running, try again in half a minute: one that was killed is forgotten then.',
    ].join('\n'),
  )
}
