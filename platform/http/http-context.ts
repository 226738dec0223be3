import type { Logger } from 'pino'
import type { Identity } from '../database/as-identity.ts'

/** Variables the shared middleware sets on Hono's context; the env type of every surface. */
export interface HttpEnv {
  Variables: {
    requestId: string
    log: Logger
    /** The visitor's address, as far as it can be trusted (see `client-address.ts`). */
    clientAddress: string
    /** Set by surfaces that check the caller's credentials. */
    identity: Identity
  }
  Bindings: {
    incoming?: { socket: { remoteAddress?: string } }
    clientAddress?: string
    /** Set on server-side requests of our pages. */
    inProcess?: true
  }
}
