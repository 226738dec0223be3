import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Backend } from '../../web/api/client.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import { requireProfile, type Account } from './profiles.ts'
import type { ProfileRow } from '../../db/row-types.ts'
import { useAccount } from './use-account.ts'
import { useLeaving } from './use-leaving.ts'
import { SessionContext, type Sandbox, type SessionState } from '../../web/api/session.ts'

/** How often the role is read again, in milliseconds: it can be taken away at any time. */
const PROFILE_CHECK_MS = 60_000

interface SessionProviderProps {
  backend: Backend
  sandbox: Sandbox
  children: ReactNode
}

/** Knows who is signed in and as what, and tells everything below it. */
export function SessionProvider({ backend, sandbox, children }: SessionProviderProps) {
  const account = useAccount(backend)
  const { left, leave, endSession } = useLeaving(backend, account)
  const session = useSessionState(backend, account, left)
  useForgottenData(session.status === 'expired' ? session.account : account)
  const value = useMemo(
    () => ({ backend, sandbox, session, leave, endSession }),
    [backend, sandbox, session, leave, endSession],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

/** `account` is undefined until the stored session, if any, is known. */
function useSessionState(backend: Backend, account: Account | null | undefined, left: boolean): SessionState {
  const {
    data: profile,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['profile', account?.id],
    queryFn: () => (account ? requireProfile(backend, account).catch(logFailure('profile')) : null),
    enabled: account ? !account.needsCode : false,
    refetchInterval: PROFILE_CHECK_MS,
  })
  const kept = useKept({ account, profile, left })
  return useMemo(() => {
    if (account === undefined) return { status: 'starting' }
    if (account === null)
      return kept ? { status: 'expired', ...kept, needsCode: false } : { status: 'signed-out' }
    if (account.needsCode) {
      const again = kept?.account.id === account.id
      return again ? { status: 'expired', ...kept, needsCode: true } : { status: 'needs-code' }
    }
    if (profile) return { status: 'signed-in', account, profile }
    if (isError) return { status: 'profile-missing', account, retry: () => void refetch() }
    return { status: 'loading' }
  }, [account, profile, kept, isError, refetch])
}

interface Followed {
  account: Account | null | undefined
  profile: ProfileRow | null | undefined
  left: boolean
}

/** Who was signed in last, for a session that ends under somebody's hands. */
function useKept({ account, profile, left }: Followed) {
  const [kept, setKept] = useState<{ account: Account; profile: ProfileRow } | null>(null)
  if (account && !account.needsCode && profile && (kept?.account !== account || kept.profile !== profile)) {
    setKept({ account, profile })
  }
  if (left && kept && !account) setKept(null)
  return left && !account ? null : kept
}

/** What one person was shown must not be there for the next. */
function useForgottenData(account: Account | null | undefined) {
  const queries = useQueryClient()
  const id = account?.id
  useEffect(() => {
    if (id === undefined) return undefined
    return () => queries.removeQueries()
  }, [id, queries])
}
