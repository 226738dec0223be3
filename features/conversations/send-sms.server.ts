import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { requestText } from './request-text.server.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { requireBody, uuid } from '../../platform/functions/json-body.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff, type StaffMember } from '../account/account.server.ts'
import { takeStaffLimit } from '../../server/spend-limits.ts'

/** How long the answer waits for the carrier, in milliseconds. The text is safe in the queue either way. */
const PATIENCE_MS = 4_000

// `phoneNumber` comes too, but the number used is the contact's own.
const request = z.object({
  contactId: uuid,
  message: z.string().refine((message) => message.trim() !== ''),
  overrideReason: z.string().trim().min(1).max(500).nullish(),
  idempotencyKey: uuid.nullish(),
})

/** Sends a text to a contact. Answers with how far it has come; the rest is seen in the history. */
export const sendSms: ServerFunction = {
  name: 'send-sms',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request, problemOf)
    const { logId, sendAt } = await take(wanted, staff, deps)
    if (sendAt === null)
      await Promise.race([deps.queues.drain('texts'), sleep(PATIENCE_MS, null, { ref: false })])
    const { status, error_message: error } = await findText(logId, deps)
    if (status === 'failed') throw new FunctionError(409, error ?? 'The carrier did not take this text.')
    return c.json({ success: status !== 'unknown', logId, status, sendAt })
  },
}

function problemOf(error: z.ZodError): string {
  const field = error.issues[0]?.path[0]
  if (field === 'overrideReason') return 'Please write the reason in at most 500 characters.'
  if (field === 'idempotencyKey') return 'The idempotencyKey has to be a UUID.'
  return 'Please select a contact and enter a message'
}

async function take(
  wanted: z.infer<typeof request>,
  staff: StaffMember,
  deps: FunctionDependencies,
): Promise<{ logId: string; sendAt: Date | null }> {
  const overrideReason = wanted.overrideReason ?? null
  if (overrideReason !== null && !staff.isAdmin) {
    throw new FunctionError(403, 'Only admins may send outside the hours in which a contact may be texted.')
  }
  await takeStaffLimit('text', staff, deps)
  const text = {
    contactId: wanted.contactId,
    body: wanted.message.toWellFormed().replaceAll('\0', ''),
    by: staff.id,
    overrideReason,
    idempotencyKey: wanted.idempotencyKey ?? null,
  }
  const requested = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
    requestText(tx, text, deps.clock()),
  )
  if (requested.outcome === 'no such contact')
    throw new FunctionError(404, 'This contact does not exist any more.')
  if (requested.outcome === 'refused') throw new FunctionError(409, requested.reason)
  return requested
}

async function findText(
  logId: string,
  { database }: FunctionDependencies,
): Promise<{ status: string; error_message: string | null }> {
  const { rows } = await asIdentity(
    database,
    { role: 'service_role' },
    (tx) =>
      tx.query<{ status: string; error_message: string | null }>(
        'select status, error_message from public.communication_logs where id = $1',
        [logId],
      ),
    { readOnly: true },
  )
  return rows[0] ?? { status: 'queued', error_message: null }
}
