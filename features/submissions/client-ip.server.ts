import type { ServerFunction } from '../../platform/functions/server-function.ts'

/** The caller's own address, as the contact form asks for it before sending. */
export const clientIp: ServerFunction = {
  name: 'client-ip',
  method: 'GET',
  callers: 'everybody',
  answer: (c) => c.json({ ip: c.get('clientAddress') }),
}
