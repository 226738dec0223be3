import { z } from 'zod'
import { parseContactQuery } from './contact-query.ts'
import { chosenContacts, selectChosen, selectContactIds } from './contact-selection.server.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import { fileColumnLabels } from '../../db/row-types.ts'
import { BYTE_ORDER_MARK, csvLines } from '../../server/csv.ts'
import { asIdentity, type Identity } from '../../platform/database/as-identity.ts'
import { csvResponse } from '../../server/csv-response.ts'
import { requireStaff } from '../account/account.server.ts'
import { requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import type { Clock } from '../../platform/clock.ts'

interface Needs {
  database: Database
  clock: Clock
}

/** Contacts per transaction. */
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
  owner: text,
  next_step: text,
  next_step_on: text,
  created_at: text,
})
/** Headings of columns the import does not read. */
const ownHeadings = {
  owner: 'Owner',
  next_step: 'Next step',
  next_step_on: 'Next step on',
  created_at: 'Created',
}
const headings = new Map<string, string>(Object.entries({ ...fileColumnLabels, ...ownHeadings }))
const HEADINGS = Object.keys(exportedContact.shape).map((field) => headings.get(field) ?? field)

/** Exports the contacts the list shows for the same search, filters and order as CSV, with the caller's permissions. */
export const exportContacts: ServerFunction<Needs> = {
  name: 'export-contacts',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    const { id } = await requireStaff(caller, { database })
    const query = parseContactQuery(new URL(c.req.url).searchParams)
    const reader = { id, now: clock() }
    return answerCsv({ database, clock, caller }, (tx) => selectContactIds(tx, query, reader))
  },
}

/** Exports chosen contacts as CSV, in the same form. */
export const exportChosenContacts: ServerFunction<Needs> = {
  name: 'export-chosen-contacts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const caller = c.get('identity')
    const { id } = await requireStaff(caller, { database })
    const chosen = await requireBody(c.req.raw, chosenContacts)
    const reader = { id, now: clock() }
    return answerCsv({ database, clock, caller }, (tx) => selectChosen(tx, chosen, reader))
  },
}

/**
 * The selected contacts as CSV, in a form the import accepts: UTF-8 with a byte order mark, commas, CRLF, formulas escaped. One
 * read-only transaction per batch, so a large export does not block other requests. Contacts deleted during the export are left out.
 */
async function answerCsv(
  { database, clock, caller }: Needs & { caller: Identity },
  select: (tx: Transaction) => Promise<string[]>,
): Promise<Response> {
  const transact: Transact = (work) => asIdentity(database, caller, work, { readOnly: true })
  const ids = await transact(select)
  const day = clock().toISOString().slice(0, 10)
  return csvResponse(streamPieces(ids, transact), {
    fileName: `contacts-${day}.csv`,
    headers: { 'X-Total-Count': String(ids.length) },
  })
}

type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

async function* streamPieces(ids: readonly string[], transact: Transact): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([HEADINGS])
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    yield csvLines(await transact((tx) => readRows(tx, batch)))
  }
}

async function readRows(tx: Transaction, ids: readonly string[]): Promise<string[][]> {
  const { rows } = await tx.query(
    `select contact.first_name, contact.last_name, contact.email, phone, phone_type, company, status, service_request, notes,
            case when text_consent then 'yes' else 'no' end as text_consent,
            to_char(agreed.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as consent_date, agreed.source as consent_source,
            owner.email as owner, next_step, next_step_on::text,
            to_char(contact.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
     from unnest($1::uuid[]) with ordinality as wanted (id, place)
     join public.crm_contacts as contact on contact.id = wanted.id
     left join public.profiles as owner on owner.id = contact.owner_id
     left join lateral (
       select occurred_at, coalesce(wording, 'Recorded: ' || method) as source from public.consent_events
       where contact_id = contact.id and action = 'grant' and contact.text_consent
       order by occurred_at desc limit 1) as agreed on true
     order by place`,
    [ids],
  )
  return rows.map((row) => Object.values(exportedContact.parse(row)).map((value) => value ?? ''))
}
