import { z } from 'zod'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { recordHandedCall, type CallResult } from './record-handed-call.server.ts'
import { requestCall } from './request-call.server.ts'
import { webhookAddress } from './webhook-address.server.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { requireBody, uuid } from '../../platform/functions/json-body.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff, type StaffMember } from '../account/account.server.ts'
import { takeStaffLimit } from '../../server/spend-limits.ts'

// `phoneNumber` comes too, but the number used is the contact's own.
const request = z.object({ contactId: uuid })

/** Rings the staff telephone and connects it with a contact. One attempt: nobody wants a call ten minutes late. */
export const makeCall: ServerFunction = {
  name: 'make-call',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const { contactId } = await requireBody(c.req.raw, request, () => 'Please select a contact')
    const { staffPhone } = deps.phone
    if (staffPhone === undefined) {
      throw new FunctionError(409, 'No telephone of yours is set up to be called first (STAFF_PHONE).')
    }
    await takeStaffLimit('call', staff, deps)
    const { logId, number } = await take(contactId, staff, deps)
    const result = await connect({ logId, number, staffPhone }, deps)
    if (result.status === 'failed') throw new FunctionError(409, result.reason ?? 'Unknown error')
    if (result.status === 'unknown') throw new FunctionError(503, result.reason ?? 'Unknown error')
    return c.json({ success: true, logId, status: result.status })
  },
}

async function take(
  contactId: string,
  staff: StaffMember,
  deps: FunctionDependencies,
): Promise<{ logId: string; number: string }> {
  const requested = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
    requestCall(tx, { contactId, by: staff.id, now: deps.clock() }),
  )
  if (requested.outcome === 'no such contact')
    throw new FunctionError(404, 'This contact does not exist any more.')
  if (requested.outcome === 'refused') throw new FunctionError(409, requested.reason)
  return requested
}

async function connect(
  call: { logId: string; number: string; staffPhone: string },
  { phone, config, database }: FunctionDependencies,
): Promise<CallResult> {
  const answer = await phone.provider.connectCall({
    staff: call.staffPhone,
    contact: call.number,
    reportTo: webhookAddress(config.siteUrl, 'call-status', call.logId),
    reportContactTo: webhookAddress(config.siteUrl, 'dial-status', call.logId),
  })
  return asIdentity(database, { role: 'service_role' }, (tx) =>
    recordHandedCall(tx, { logId: call.logId, answer }),
  )
}
