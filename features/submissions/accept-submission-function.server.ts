import { z } from 'zod'
import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import { acceptSubmission } from './accept-submission.server.ts'
import { FunctionError, requireBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

const request = z.object({ submissionId: z.uuid() })

/** Lets staff accept a submission flagged as spam: it becomes a contact. */
export const acceptFlaggedSubmission: ServerFunction = {
  name: 'accept-submission',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const { submissionId } = await requireBody(c.req.raw, request)
    const contactId = await asIdentity(deps.database, serviceFor(staff.id), (tx) =>
      acceptSubmission(tx, submissionId),
    )
    if (contactId === null) throw new FunctionError(409, 'This submission was already accepted or deleted.')
    return c.json({ contactId })
  },
}
