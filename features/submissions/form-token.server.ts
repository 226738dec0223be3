import { issueFormToken } from './form-timing.server.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'

/** A timing token for the contact form; sending it back is optional. */
export const formToken: ServerFunction = {
  name: 'form-token',
  method: 'GET',
  callers: 'everybody',
  answer: async (c, deps) => c.json({ token: await issueFormToken(deps) }),
}
