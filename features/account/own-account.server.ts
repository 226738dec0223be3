import { z } from 'zod'
import { endUserSession, listSessions } from '../../platform/auth/sessions.ts'
import { asIdentity, type Identity, type UserClaims } from '../../platform/database/as-identity.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'

interface Needs {
  database: Database
  clock: Clock
}

const request = z.discriminatedUnion('action', [
  z.object({ action: z.literal('sessions') }),
  z.object({ action: z.literal('end-session'), sessionId: uuid }),
])

/** Sessions of the caller, for which Supabase Auth has no endpoint. */
export const ownAccount: ServerFunction<Needs> = {
  name: 'own-account',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const claims = await requireProved(c.get('identity'), deps)
    const wanted = await requireBody(c.req.raw, request)
    const act = wanted.action === 'sessions' ? showSessions : endSession(wanted.sessionId)
    return c.json(await act(claims, deps))
  },
}

async function requireProved(caller: Identity, { database }: Needs): Promise<UserClaims> {
  if (caller.role !== 'authenticated') throw new FunctionError(403, 'You may not call this function.')
  const { rows } = await asIdentity(
    database,
    caller,
    (tx) => tx.query<{ proved: boolean }>('select private.is_proved() as proved'),
    { readOnly: true },
  )
  if (rows[0]?.proved !== true)
    throw new FunctionError(403, 'Please give the code of your second factor first.')
  return caller.claims
}

async function showSessions(claims: UserClaims, { database, clock }: Needs): Promise<object> {
  const identity = { role: 'supabase_auth_admin', actor: claims.sub } as const
  const sessions = await asIdentity(database, identity, (tx) => listSessions(tx, claims.sub, clock()))
  return { sessions: sessions.map((session) => ({ ...session, current: session.id === claims.session_id })) }
}

function endSession(sessionId: string) {
  return async ({ sub }: UserClaims, { database }: Needs): Promise<object> => {
    const identity = { role: 'supabase_auth_admin', actor: sub } as const
    const ended = await asIdentity(database, identity, (tx) => endUserSession(tx, sub, sessionId))
    if (!ended) throw new FunctionError(404, 'This device was signed out already.')
    return { success: true }
  }
}
