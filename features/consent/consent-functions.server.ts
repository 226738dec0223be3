import { z } from 'zod'
import { consentChannels, LONGEST_REASON, LONGEST_WORDING } from './consent-channels.ts'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { recordStaffConsent } from './consent.server.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { describeIssues, requireBody, uuid } from '../../platform/functions/json-body.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

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
