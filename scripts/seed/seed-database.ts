import type { Database, OwnerTransaction } from '../../platform/database/database.ts'
import { CONTACTS_SQL, CONSENT_SQL } from './contacts-sql.ts'
import { MESSAGES_SQL } from './messages-sql.ts'
import { POSTS_SQL } from './posts-sql.ts'

export interface Amounts {
  contacts: number
  messages: number
  posts: number
}

/** Rows per transaction. */
const BATCH = 20_000
const VACUUM_TIMEOUT_MS = 3_600_000

/**
 * Writes synthetic rows and leaves existing ones unchanged. Contacts and messages are written without triggers: no
 * notifications, and no audit log entries for people who do not exist.
 */
export async function seed(
  database: Database,
  { contacts, messages, posts }: Amounts,
  log: (line: string) => void,
): Promise<void> {
  await inBatches(database, contacts, async (tx, range) => {
    await withoutTriggers(tx, 'crm_contacts', () => tx.query(CONTACTS_SQL, range))
    await withoutTriggers(tx, 'consent_events', () => tx.query(CONSENT_SQL, range))
  })
  log(`${contacts} contacts`)
  const people = await countPeople(database)
  if (messages > 0 && people === 0) throw new Error('Messages need contacts: ask for --contacts as well.')
  await inBatches(database, messages, (tx, range) =>
    withoutTriggers(tx, 'communication_logs', () => tx.query(MESSAGES_SQL, [...range, people])),
  )
  await database.asOwner((tx) => tx.query('select private.recount_contacts()'))
  await database.asOwner((tx) => tx.query('select private.refresh_all_waiting()'))
  await database.asOwner((tx) =>
    withoutTriggers(tx, 'crm_contacts', () => tx.query('select private.refresh_all_last_heard()')),
  )
  log(`${messages} messages`)
  await inBatches(database, posts, async (tx, range) => void (await tx.query(POSTS_SQL, range)))
  log(`${posts} posts`)
  // The embedded database has no autovacuum.
  await database.outsideTransactions('vacuum analyze', { statementTimeoutMs: VACUUM_TIMEOUT_MS })
}

async function inBatches(
  database: Database,
  amount: number,
  write: (tx: OwnerTransaction, range: [first: number, last: number]) => Promise<void>,
): Promise<void> {
  for (let first = 1; first <= amount; first += BATCH) {
    await database.asOwner((tx) => write(tx, [first, Math.min(amount, first + BATCH - 1)]))
  }
}

async function withoutTriggers(
  tx: OwnerTransaction,
  table: string,
  write: () => Promise<unknown>,
): Promise<void> {
  await tx.script(`alter table public.${table} disable trigger user`)
  await write()
  await tx.script(`alter table public.${table} enable trigger user`)
}

/** The number of synthetic contacts. */
export async function countPeople(database: Database): Promise<number> {
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ people: number }>(
      `select count(*) as people from public.crm_contacts where email_key like '%@synthetic.example'`,
    ),
  )
  return rows[0]?.people ?? 0
}
