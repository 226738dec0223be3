import type { Transaction } from '../../database/database.ts'

export interface NumberContact {
  id: string
  /** As staff would say it. */
  name: string
  isNew: boolean
}

interface ContactRow {
  id: string
  first_name: string
  last_name: string
}

/**
 * The contact whose number somebody texts or calls from; made when nobody has it. Where several share a number, it is
 * the one we last had to do with. Needs `service_role`.
 */
export async function contactOfNumber(tx: Transaction, number: string): Promise<NumberContact> {
  const known = await findContact(tx, number)
  if (known !== null) return known
  // Two first texts of one person at the same moment must not become two contacts.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('number:' || $1, 0))`, [number])
  return (await findContact(tx, number)) ?? createContact(tx, number)
}

async function findContact(tx: Transaction, number: string): Promise<NumberContact | null> {
  const { rows } = await tx.query<ContactRow>(
    `select id, first_name, last_name from public.crm_contacts where phone_e164 = $1 limit 2`,
    [number],
  )
  const [row] = rows.length > 1 ? await lastDealtWith(tx, number) : rows
  if (row === undefined) return null
  return { id: row.id, name: `${row.first_name} ${row.last_name}`.trim(), isNew: false }
}

async function lastDealtWith(tx: Transaction, number: string): Promise<ContactRow[]> {
  const { rows } = await tx.query<ContactRow>(
    `select id, first_name, last_name from public.crm_contacts as contact where phone_e164 = $1
     order by (select max(log.created_at) from public.communication_logs as log where log.contact_id = contact.id)
       desc nulls last, created_at, id
     limit 1`,
    [number],
  )
  return rows
}

async function createContact(tx: Transaction, number: string): Promise<NumberContact> {
  const name = displayNumber(number)
  const { rows } = await tx.query<{ id: string }>(
    'insert into public.crm_contacts (first_name, phone) values ($1, $2) returning id',
    [name, name],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The contact of a number was not returned.')
  return { id, name, isNew: true }
}

/** `+19105550142` → `(910) 555-0142`; numbers of other countries stay as they are. */
export function displayNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
