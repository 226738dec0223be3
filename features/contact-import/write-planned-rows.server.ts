import type { Transaction } from '../../platform/database/database.ts'
import { declarePhones } from '../contacts/phone-number.ts'
import type { ImportWork } from './import-work.server.ts'
import type { PlannedRow } from './plan-batch.server.ts'

/** Each of these takes rows of one batch, in the batch's transaction of `service_role`. */

export async function insertContacts(tx: Transaction, rows: readonly PlannedRow[]): Promise<void> {
  if (rows.length === 0) return
  await declarePhones(
    tx,
    rows.map(({ fields }) => fields.phone),
  )
  await tx.query(
    `insert into public.crm_contacts
       (id, first_name, last_name, email, phone, phone_type, company, status, service_request, notes)
     select id, first_name, coalesce(last_name, ''), email, phone, coalesce(phone_type, 'mobile'), company,
            coalesce(status, 'lead'), service_request, notes
     from jsonb_to_recordset($1::jsonb) as new (id uuid, first_name text, last_name text, email text, phone text,
       phone_type text, company text, status text, service_request text, notes text)`,
    [JSON.stringify(rows.map(({ contact_id: id, fields }) => ({ ...fields, id })))],
  )
}

/** Only what was empty when the contacts were read and locked. */
export async function fillContacts(tx: Transaction, rows: readonly PlannedRow[]): Promise<void> {
  const filled = rows.filter(({ filling }) => Object.keys(filling).length > 0)
  if (filled.length === 0) return
  await declarePhones(
    tx,
    filled.map(({ filling }) => filling.phone),
  )
  await tx.query(
    `update public.crm_contacts as contact
     set last_name = coalesce(filling.last_name, contact.last_name), email = coalesce(filling.email, contact.email),
         phone = coalesce(filling.phone, contact.phone), company = coalesce(filling.company, contact.company),
         service_request = coalesce(filling.service_request, contact.service_request),
         notes = coalesce(filling.notes, contact.notes)
     from jsonb_to_recordset($1::jsonb) as filling (id uuid, last_name text, email text, phone text, company text,
       service_request text, notes text)
     where contact.id = filling.id`,
    [JSON.stringify(filled.map(({ contact_id: id, filling }) => ({ ...filling, id })))],
  )
}

/** The contact's own state follows the record by its trigger. */
export async function recordConsents(
  tx: Transaction,
  rows: readonly PlannedRow[],
  { import: { id, file_name: file }, actor }: ImportWork,
): Promise<void> {
  if (rows.length === 0) return
  const consents = rows.map(({ contact_id, row_number, fields }) => ({
    contact_id,
    ...fields.consent,
    evidence: { import: id, file, row: row_number },
  }))
  await tx.query(
    `insert into public.consent_events
       (occurred_at, contact_id, phone_e164, email, action, method, wording, actor, evidence)
     select given_at, contact.id, contact.phone_e164, contact.email, 'grant', 'import', source, $2, evidence
     from jsonb_to_recordset($1::jsonb) as consent (contact_id uuid, given_at timestamptz, source text, evidence jsonb)
     join public.crm_contacts as contact on contact.id = consent.contact_id`,
    [JSON.stringify(consents), actor],
  )
}

export async function recordOutcomes(
  tx: Transaction,
  importId: string,
  rows: readonly PlannedRow[],
): Promise<void> {
  await tx.query(
    `update public.contact_import_rows as row
     set outcome = planned.outcome, contact_id = planned.contact_id, notes = row.notes || planned.notes,
         previous = planned.previous, contact_version = contact.updated_at
     from jsonb_to_recordset($2::jsonb) as planned (row_number integer, outcome text, contact_id uuid, notes jsonb,
       previous jsonb)
     left join public.crm_contacts as contact on contact.id = planned.contact_id
     where row.import_id = $1 and row.row_number = any($3) and row.row_number = planned.row_number`,
    [importId, JSON.stringify(rows), rows.map(({ row_number: row }) => row)],
  )
}
