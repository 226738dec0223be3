import * as z from 'zod/mini'
import { consentChannels, textingReasons, type ConsentChannel } from './consent.ts'
import { callFunction, findRow, listColumns, requireRows } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const optionalText = z.nullable(z.string())

/** A contact, and whether it may be texted now. */
const textableRow = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: optionalText,
  phone: optionalText,
  phone_e164: optionalText,
  /** Apart from the hours. */
  allowed: z.boolean(),
  reason: z.enum(textingReasons),
  /** When they agreed, wrote, opted out or withdrew, whichever is the reason. */
  since: optionalText,
  /** When a reply ends being allowed. */
  until: optionalText,
  last_inbound_at: optionalText,
})
export type TextableRow = z.infer<typeof textableRow>

export async function findTextable(backend: Backend, id: string): Promise<TextableRow | null> {
  const columns = listColumns(textableRow)
  return findRow(
    textableRow,
    await backend.from('texting_contacts').select(columns).eq('id', id).maybeSingle(),
  )
}

/** The contacts with these ids, in their order; deleted ones are left out. */
export async function listTextable(backend: Backend, ids: readonly string[]): Promise<TextableRow[]> {
  if (ids.length === 0) return []
  const answer = await backend.from('texting_contacts').select(listColumns(textableRow)).in('id', ids)
  const found = new Map(requireRows(textableRow, answer).map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const consentRow = z.object({
  id: z.string(),
  occurred_at: z.string(),
  action: z.enum(['grant', 'revoke']),
  method: z.enum(['web_form', 'keyword', 'staff', 'import', 'carrier']),
  phone_e164: optionalText,
  wording: optionalText,
  wording_version: optionalText,
  page: optionalText,
  client_ip: optionalText,
  actor_name: optionalText,
  actor_email: optionalText,
  /** `channel` and `reason` if staff recorded it, `text` if the person texted it. */
  evidence: z.object({
    channel: z.optional(z.enum(consentChannels)),
    reason: z.optional(z.string()),
    text: z.optional(z.string()),
  }),
})
export type ConsentRow = z.infer<typeof consentRow>

/** Consent events of a contact and its number, newest first, at most 100. Throws ApiError. */
export async function listConsentEvents(
  backend: Backend,
  { id, phone_e164: number }: { id: string; phone_e164: string | null },
): Promise<ConsentRow[]> {
  const answer = await backend
    .from('consent_events')
    .select(listColumns(consentRow))
    .or([`contact_id.eq.${id}`, ...(number === null ? [] : [`phone_e164.eq."${number}"`])].join(','))
    .order('occurred_at', { ascending: false })
    .order('id')
    .limit(100)
  return requireRows(consentRow, answer)
}

export interface StaffConsent {
  contactId: string
  action: ConsentRow['action']
  channel: ConsentChannel
  reason: string
  wording: string | null
}

const done = z.object({ success: z.boolean() })

/** Records consent or a withdrawal that a person gave to staff. Throws ApiError with the server's reason. */
export async function recordStaffConsent(backend: Backend, consent: StaffConsent): Promise<void> {
  await callFunction(backend, { name: 'record-consent', body: { ...consent }, answer: done })
}

/** The consent evidence of a contact as JSON text. Throws ApiError. */
export async function downloadConsentEvidence(backend: Backend, contactId: string): Promise<string> {
  const evidence = await callFunction(backend, {
    name: 'consent-evidence',
    body: { contactId, format: 'json' },
    answer: z.unknown(),
  })
  return JSON.stringify(evidence, null, 2)
}
