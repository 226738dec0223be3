import type { Logger } from 'pino'
import type { Identity } from '../database/as-identity.ts'

/** What the shared middleware puts on Hono's context; every surface types its app with this. */
export interface HttpEnv {
  Variables: {
    requestId: string
    log: Logger
    /** The visitor's address as far as it can be trusted (see `client-address.ts`). */
    clientAddress: string
    /** Set by `authenticate` on the surfaces that need to know who calls. */
    identity: Identity
  }
  Bindings: {
    incoming?: { socket: { remoteAddress?: string } }
    clientAddress?: string
    /** A page asks for what it shows: nobody sent this request. */
    inProcess?: true
  }
}
