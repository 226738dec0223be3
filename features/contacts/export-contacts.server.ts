import { z } from 'zod'
import { importFieldLabels } from '../contact-import/contact-import.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { BYTE_ORDER_MARK, csvLines } from '../../server/csv.ts'
import { selectContactIds, type ContactSelection } from './contact-export.server.ts'

/** Contacts read in one transaction. */
const BATCH = 500

const text = z.string().nullable()
const exportedContact = z.object({
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  phone_type: text,
  company: text,
  status: text,
  service_request: text,
  notes: text,
  text_consent: text,
  consent_date: text,
  consent_source: text,
  created_at: text,
})
const HEADINGS = [...Object.keys(exportedContact.shape).slice(0, -1).map(labelOf), 'Created']

export interface ContactExport {
  count: number
  /** The file piece by piece: UTF-8 with a byte order mark, commas, CRLF, formulas made harmless. */
  pieces: AsyncGenerator<string>
}

/**
 * The selected contacts as CSV. `transact` opens a read-only transaction of the reader; each batch is one, so that nobody
 * waits for the whole. Contacts that go in the meantime are left out; the file can be imported again.
 */
export async function exportContacts(
  selection: ContactSelection,
  transact: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Promise<ContactExport> {
  const ids = await transact((tx) => selectContactIds(tx, selection))
  return { count: ids.length, pieces: piecesOf(ids, transact) }
}

async function* piecesOf(
  ids: readonly string[],
  transact: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([HEADINGS])
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    yield csvLines(await transact((tx) => readRows(tx, batch)))
  }
}

async function readRows(tx: Transaction, ids: readonly string[]): Promise<string[][]> {
  const { rows } = await tx.query(
    `select first_name, last_name, contact.email, phone, phone_type, company, status, service_request, notes,
            case when text_consent then 'yes' else 'no' end as text_consent,
            to_char(agreed.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as consent_date, agreed.source as consent_source,
            to_char(contact.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
     from unnest($1::uuid[]) with ordinality as wanted (id, place)
     join public.crm_contacts as contact on contact.id = wanted.id
     left join lateral (
       select occurred_at, coalesce(wording, 'Recorded: ' || method) as source from public.consent_events
       where contact_id = contact.id and action = 'grant' and contact.text_consent
       order by occurred_at desc limit 1) as agreed on true
     order by place`,
    [ids],
  )
  return rows.map((row) => Object.values(exportedContact.parse(row)).map((value) => value ?? ''))
}

function labelOf(field: string): string {
  return Object.entries(importFieldLabels).find(([name]) => name === field)?.[1] ?? field
}
