import { z } from 'zod'
import { consentChannels, LONGEST_REASON, LONGEST_WORDING } from './consent.ts'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { recordStaffConsent } from './consent.server.ts'
import {
  FunctionError,
  describeIssues,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import { csvLines } from '../../server/csv.ts'
import type { Transaction } from '../../platform/database/database.ts'

const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .transform((written) => written.toWellFormed().replaceAll('\0', ''))

const request = z.object({
  contactId: uuid,
  action: z.enum(['grant', 'revoke']),
  channel: z.enum(consentChannels),
  reason: text(LONGEST_REASON),
  wording: text(LONGEST_WORDING).nullish(),
})

/** Writes down what a person told staff about texting them, with the reason and in whose name. */
export const recordConsent: ServerFunction = {
  name: 'record-consent',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request, problemOf)
    const consent = {
      ...wanted,
      wording: wanted.wording ?? null,
      by: staff.id,
      now: deps.clock(),
    }
    const recorded = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
      recordStaffConsent(tx, consent),
    )
    if (recorded.outcome === 'no such contact')
      throw new FunctionError(404, 'This contact does not exist any more.')
    if (recorded.outcome === 'refused') throw new FunctionError(409, recorded.reason)
    return c.json({ success: true })
  },
}

function problemOf(error: z.ZodError): string {
  switch (error.issues[0]?.path[0]) {
    case 'channel':
      return 'Please choose how the person said so.'
    case 'reason':
      return 'Please write the reason in at most 1,000 characters.'
    case 'wording':
      return 'Please give the wording in at most 2,000 characters.'
    default:
      return describeIssues(error)
  }
}

const evidenceRequest = z.object({ contactId: uuid, format: z.enum(['json', 'csv']).default('json') })

/** Everything that proves what a contact agreed to and withdrew, as one file. */
export const consentEvidence: ServerFunction = {
  name: 'consent-evidence',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    const { contactId, format } = await requireBody(c.req.raw, evidenceRequest)
    const found = await asIdentity(
      deps.database,
      { role: 'service_role' },
      (tx) => findConsentEvidence(tx, contactId),
      { readOnly: true },
    )
    if (found === null) throw new FunctionError(404, 'This contact does not exist any more.')
    const file = format === 'csv' ? asCsv(found) : asJson(found, deps.clock())
    return c.body(file, 200, {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'Content-Disposition': `attachment; filename="consent-${contactId}.${format}"`,
    })
  },
}

function asJson(evidence: ConsentEvidence, now: Date): string {
  return JSON.stringify({ exported_at: now.toISOString(), ...evidence }, null, 2)
}

function asCsv({ events }: ConsentEvidence): string {
  const columns = Object.keys(events[0] ?? { occurred_at: null })
  return csvLines([columns, ...events.map((event) => columns.map((name) => cellOf(event[name])))])
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface ConsentEvidence {
  contact: Record<string, unknown>
  /** Every agreement and withdrawal of the contact or its number, oldest first. */
  events: Record<string, unknown>[]
}

/** All that proves what a contact agreed to and withdrew; null when there is no such contact. Needs `service_role`. */
async function findConsentEvidence(tx: Transaction, contactId: string): Promise<ConsentEvidence | null> {
  const contacts = await tx.query(
    `select id, first_name, last_name, email, phone, phone_e164, text_consent,
       private.is_suppressed(phone_e164) as opted_out_by_the_owner_of_the_number
     from public.crm_contacts where id = $1`,
    [contactId],
  )
  const [contact] = contacts.rows
  if (contact === undefined) return null
  const events = await tx.query(
    `select event.id, event.occurred_at, event.action, event.method, event.phone_e164, event.email, event.wording,
       event.wording_version, event.page, event.client_ip, event.claimed_ip, event.user_agent, event.submission_id,
       event.actor, event.actor_name, event.actor_email, event.evidence, event.contact_id
     from public.consent_events as event
     where event.contact_id = $1 or event.phone_e164 = $2
     order by event.occurred_at, event.id`,
    [contactId, contact['phone_e164']],
  )
  return { contact, events: events.rows }
}
