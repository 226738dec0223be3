import { randomUUID } from 'node:crypto'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Correspondent, CorpusMail } from './mail-corpus.fixture.ts'
import type { MailParser } from './mail-parser.server.ts'
import type { IncomingMail, MailReceiver } from './incoming-mail.server.ts'

export const OWN = 'hello@agency.test'
/** The address of a manager, who also writes with other mail programs. */
export const STAFF = 'marta@agency.test'
export const AUTH_SERVER = 'mx.agency.test'
const NOON = Date.parse('2026-11-23T17:00:00Z')

export function createReceiver(parts: {
  database: Database
  files: FileStore
  parser: MailParser
}): MailReceiver {
  return { ...parts, ownAddresses: [OWN], authServer: { exactly: AUTH_SERVER } }
}

/** Contacts with two sent mails each, a manager, and a watched mailbox. */
export async function seedCorrespondents(database: Database, count: number): Promise<Correspondent[]> {
  const id = randomUUID()
  await asIdentity(database, { role: 'supabase_auth_admin' }, (tx) =>
    tx.query('insert into auth.users (id, email) values ($1, $2)', [id, STAFF]),
  )
  return asService(database, async (tx) => {
    await tx.query(`insert into public.profiles (id, email, role) values ($1, $2, 'manager')`, [id, STAFF])
    await tx.query(
      `insert into private.mailbox_positions (folder, uid_validity, last_uid, changed_at)
       values ('inbox', 7, 0, now()), ('sent', 7, 0, now())`,
    )
    const people: Correspondent[] = []
    for (let n = 0; n < count; n += 1) {
      const address = `person-${n}@customer-${n % 7}.example`
      const { rows } = await tx.query<{ id: string; sent: string[] }>(
        `with contact as (
           insert into public.crm_contacts (first_name, email) values ($1, $2) returning id),
         logs as (
           insert into public.communication_logs (type, contact_id, phone_number, message, status, created_at)
           select 'email', id, $2, 'Hello', 'sent', $3::timestamptz + no * interval '1 minute' from contact, generate_series(1, 2) as no
           returning id),
         emails as (
           insert into public.email_messages (log_id, message_id, from_address, author)
           select id, '<' || gen_random_uuid() || '@agency.test>', '${OWN}', 'us' from logs returning message_id)
         select (select id from contact) as id, (select array_agg(message_id) from emails) as sent`,
        [`Person ${n}`, n % 5 === 0 ? address.toUpperCase() : address, new Date(NOON - 86_400_000)],
      )
      people.push({ id: rows[0]?.id ?? '', address, sent: rows[0]?.sent ?? [] })
    }
    return people
  })
}

/** A mail as the watcher hands it over. */
export function toIncoming({ raw, folder }: Pick<CorpusMail, 'raw' | 'folder'>, uid: number): IncomingMail {
  const end = raw.indexOf('\r\n\r\n')
  return {
    folder,
    position: { uidValidity: 7, uid },
    arrivedAt: new Date(NOON + uid * 1_000),
    size: raw.byteLength,
    header: end < 0 ? raw : raw.subarray(0, end + 4),
    read: async () => raw,
  }
}

interface FoundRow {
  words: string
  message_id: string
  contact_id: string
  direction: string
  is_automatic: boolean
  awaits_reply: boolean
  author: string
}

/** Every mail that was lost, doubled or filed under another person. */
export async function findMistakes(database: Database, mails: readonly CorpusMail[]): Promise<string[]> {
  const { rows } = await asService(database, (tx) =>
    tx.query<FoundRow>(
      `select body_text || ' ' || quoted_text as words, message_id, contact_id, direction, is_automatic, awaits_reply, author
       from public.email_messages as email join public.communication_logs as log on log.id = log_id where fingerprint <> 'ours'`,
    ),
  )
  const tokens = new Map<string, FoundRow[]>()
  for (const row of rows) {
    const token = /token\d{6}x/.exec(`${row.words} ${row.message_id}`)?.[0] ?? 'none'
    tokens.set(token, [...(tokens.get(token) ?? []), row])
  }
  const mistakes = [...new Map(mails.map((mail) => [mail.token, mail])).values()].flatMap((mail) =>
    describeMistakes(mail, tokens.get(mail.token) ?? []).map(
      (what) => `${mail.shape} ${mail.token}: ${what}`,
    ),
  )
  if (tokens.has('none')) mistakes.push(`${tokens.get('none')?.length} mails that nobody sent`)
  return [...mistakes, ...(await findLostStops(database, mails)), ...(await findLostReturns(database, mails))]
}

function describeMistakes(mail: CorpusMail, found: readonly FoundRow[]): string[] {
  const wanted = [mail.contact ?? [], mail.second ?? []].flat()
  if (found.length !== wanted.length) return [`found ${found.length} times, not ${wanted.length}`]
  const owners = new Set(found.map((row) => row.contact_id))
  return [
    wanted.every((one) => owners.has(one)) ? [] : ['filed under somebody else'],
    found.flatMap((row) => describeRow(mail, row)),
  ].flat()
}

function describeRow(mail: CorpusMail, row: FoundRow): string[] {
  const direction = mail.author === 'us' ? 'outbound' : 'inbound'
  const awaits = direction === 'inbound' && mail.automatic !== true && mail.optsOut === undefined
  return [
    row.author === mail.author ? [] : [`author ${row.author}, not ${mail.author}`],
    row.direction === direction ? [] : [`direction ${row.direction}`],
    row.is_automatic === (mail.automatic ?? false) ? [] : [`automatic ${row.is_automatic}`],
    row.awaits_reply === awaits ? [] : [`awaits a reply: ${row.awaits_reply}`],
  ].flat()
}

async function findLostStops(database: Database, mails: readonly CorpusMail[]): Promise<string[]> {
  const wanted = new Set(mails.flatMap(({ optsOut }) => optsOut ?? []))
  const { rows } = await asService(database, (tx) =>
    tx.query<{ address: string }>('select address from public.email_opt_outs'),
  )
  const found = new Set(rows.map(({ address }) => address))
  return [
    ...[...wanted].filter((one) => !found.has(one)).map((address) => `${address} asked to stop in vain`),
    ...[...found].filter((one) => !wanted.has(one)).map((address) => `${address} never asked to stop`),
  ]
}

async function findLostReturns(database: Database, mails: readonly CorpusMail[]): Promise<string[]> {
  const wanted = new Set(mails.flatMap(({ returns }) => returns ?? []))
  const { rows } = await asService(database, (tx) =>
    tx.query<{ message_id: string }>(
      `select message_id from public.email_messages join public.communication_logs on id = log_id where status = 'failed'`,
    ),
  )
  const found = new Set(rows.map(({ message_id }) => message_id))
  return [
    ...[...wanted].filter((one) => !found.has(one)).map((id) => `${id} came back and counts as sent`),
    ...[...found].filter((one) => !wanted.has(one)).map((id) => `${id} never came back`),
  ]
}
