import type { Context } from 'hono'
import type { Identity } from '../database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import type { HttpEnv } from '../http/http-context.ts'

export type FunctionDependencies = Omit<Dependencies, 'pages' | 'assets' | 'migrations'>

/** One method of an address under `/functions/v1`. */
export interface ServerFunction {
  name: string
  method: 'GET' | 'POST'
  /** Which identities may call it; `everybody` needs no key at all. */
  callers: 'everybody' | readonly Identity['role'][]
  /** Throws FunctionError for what the caller did wrong. */
  answer: (c: Context<HttpEnv>, deps: FunctionDependencies) => Response | Promise<Response>
}
