import type { Session } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import type { Account } from './profiles.ts'
import { needsCode } from './mfa.api.ts'

const names = z.object({ first_name: z.optional(z.string()), last_name: z.optional(z.string()) })

/**
 * Follows every session event: SIGNED_IN, SIGNED_OUT, TOKEN_REFRESHED, USER_UPDATED, PASSWORD_RECOVERY and INITIAL_SESSION,
 * which may come in any order and more than once. Undefined until the first of them, null while nobody is signed in.
 */
export function useAccount(backend: Backend): Account | null | undefined {
  const [account, setAccount] = useState<Account | null>()
  useEffect(() => {
    const { data } = backend.auth.onAuthStateChange((_event, session) => {
      const next = session ? accountOf(session) : null
      // The library holds its lock while it tells: whatever calls it again has to come after.
      setTimeout(() => setAccount((known) => (sameAccount(known, next) ? known : next)))
    })
    return () => data.subscription.unsubscribe()
  }, [backend])
  return account
}

function accountOf(session: Session): Account {
  const { id, email, user_metadata: metadata } = session.user
  const parsed = names.safeParse(metadata)
  const { first_name: first, last_name: last } = parsed.success ? parsed.data : {}
  return {
    id,
    email: email || null,
    firstName: first || null,
    lastName: last || null,
    needsCode: needsCode(session),
  }
}

function sameAccount(one: Account | null | undefined, other: Account | null): boolean {
  return (
    one?.id === other?.id &&
    one?.email === other?.email &&
    one?.needsCode === other?.needsCode &&
    (one === null) === (other === null)
  )
}
