import { z } from 'zod'
import { consentChannels, explainTextRefusal, MAX_REASON_LENGTH, MAX_WORDING_LENGTH } from './consent.ts'
import { asIdentity, serviceFor, asService } from '../../platform/database/as-identity.ts'
import { changeConsent, type ConsentOutcome } from './consent.server.ts'
import {
  FunctionError,
  describeIssues,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'
import { csvLines } from '../../server/csv.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { storableText } from '../../platform/database/storable-text.ts'

interface Needs {
  database: Database
  clock: Clock
}

const text = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .transform((written) => storableText(written))

const request = z.object({
  contactId: uuid,
  action: z.enum(['grant', 'revoke']),
  channel: z.enum(consentChannels),
  reason: text(MAX_REASON_LENGTH),
  wording: text(MAX_WORDING_LENGTH).nullish(),
})

const evidenceRequest = z.object({ contactId: uuid, format: z.enum(['json', 'csv']).default('json') })

/** Records consent or a withdrawal that a person gave to staff, with the reason and the staff member. */
export const recordConsent: ServerFunction<Needs> = {
  name: 'record-consent',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request, describeProblem)
    const { action, channel, reason, wording = null } = wanted
    const change = {
      action,
      method: 'staff',
      occurred_at: deps.clock(),
      contact_id: wanted.contactId,
      wording,
      actor: staff.id,
      evidence: { channel, reason },
    } as const
    const outcome = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
      changeConsent(tx, change, { needsNumber: true }),
    )
    if (outcome === 'no_contact') throw new FunctionError(404, 'This contact does not exist any more.')
    if (outcome !== 'recorded') throw new FunctionError(409, explainConsentRefusal(outcome))
    return c.json({ success: true })
  },
}

function explainConsentRefusal(outcome: ConsentOutcome): string {
  if (outcome === 'no_phone' || outcome === 'invalid_number')
    return explainTextRefusal({ allowed: false, reason: outcome }) ?? ''
  return 'This number has opted out of texts. Only its owner can change that, by texting START.'
}

function describeProblem(error: z.ZodError): string {
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

/** Returns the consent evidence of a contact as a JSON or CSV file. */
export const consentEvidence: ServerFunction<Needs> = {
  name: 'consent-evidence',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    const { contactId, format } = await requireBody(c.req.raw, evidenceRequest)
    const found = await asService(deps.database, (tx) => findConsentEvidence(tx, contactId), {
      readOnly: true,
    })
    if (found === null) throw new FunctionError(404, 'This contact does not exist any more.')
    const file = format === 'csv' ? toCsv(found) : toJson(found, deps.clock())
    return c.body(file, 200, {
      'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      'Content-Disposition': `attachment; filename="consent-${contactId}.${format}"`,
    })
  },
}

interface ConsentEvidence {
  contact: Record<string, unknown>
  /** All consent events of the contact or its number, oldest first. */
  events: Record<string, unknown>[]
}

/** Consent evidence of a contact; null if the contact does not exist. Needs `service_role`. */
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

function toJson(evidence: ConsentEvidence, now: Date): string {
  return JSON.stringify({ exported_at: now.toISOString(), ...evidence }, null, 2)
}

function toCsv({ events }: ConsentEvidence): string {
  const columns = Object.keys(events[0] ?? { occurred_at: null })
  return csvLines([columns, ...events.map((event) => columns.map((name) => toCell(event[name])))])
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}
