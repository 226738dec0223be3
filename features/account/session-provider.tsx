import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode, useCallback } from 'react'
import type { Backend } from '../../web/api/client.ts'
import { logFailure } from '../../web/api/log-failure.ts'
import type { Account } from '../../web/api/current-session.ts'
import { requireProfile, signOut } from './account.api.ts'
import type { ProfileRow } from '../../db/row-types.ts'
import { SessionContext, type Sandbox, type SessionState } from '../../web/api/session.ts'
import type { Session } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import { needsCode } from './mfa.api.ts'
import { removeUnsent } from '../../web/api/unsent.ts'

/** Polling interval of the role in milliseconds: it can be revoked at any time. */
const PROFILE_CHECK_MS = 60_000

interface SessionProviderProps {
  backend: Backend
  sandbox: Sandbox
  children: ReactNode
}

interface LastSession {
  account: Account | null | undefined
  profile: ProfileRow | null | undefined
  left: boolean
}

const names = z.object({ first_name: z.optional(z.string()), last_name: z.optional(z.string()) })

const CHANNEL = 'staff-left'

/** Provides the session and the profile to everything below. */
export function SessionProvider({ backend, sandbox, children }: SessionProviderProps) {
  const account = useAccount(backend)
  const { left, leave, endSession } = useSessionEnd(backend, account)
  const session = useSessionState(backend, account, left)
  useClearedCache(session.status === 'expired' ? session.account : account)
  const value = useMemo(
    () => ({ backend, sandbox, session, leave, endSession }),
    [backend, sandbox, session, leave, endSession],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

/**
 * Follows all session events: SIGNED_IN, SIGNED_OUT, TOKEN_REFRESHED, USER_UPDATED, PASSWORD_RECOVERY and INITIAL_SESSION, in
 * any order and possibly repeated. Undefined until the first event, null while signed out.
 */
function useAccount(backend: Backend): Account | null | undefined {
  const [account, setAccount] = useState<Account | null>()
  useEffect(() => {
    const { data } = backend.auth.onAuthStateChange((_event, session) => {
      const next = session ? toAccount(session) : null
      // supabase-js holds its lock during the callback, so calls back into it have to wait.
      setTimeout(() => setAccount((known) => (sameAccount(known, next) ? known : next)))
    })
    return () => data.subscription.unsubscribe()
  }, [backend])
  return account
}

function toAccount(session: Session): Account {
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

/**
 * Tracks whether the user signed out on purpose, in this tab or another, since signing in. A session that ends otherwise has
 * expired.
 */
function useSessionEnd(backend: Backend, account: Account | null | undefined) {
  const queries = useQueryClient()
  const [left, setLeft] = useState(false)
  const [seen, setSeen] = useState(account)
  if (account !== seen) {
    setSeen(account)
    if (account) setLeft(false)
  }
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', () => setLeft(true))
    return () => channel.close()
  }, [])

  const leave = useCallback(() => {
    setLeft(true)
    removeUnsent()
    const channel = new BroadcastChannel(CHANNEL)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    channel.postMessage('left')
    channel.close()
  }, [])
  const endSession = useCallback(async () => {
    leave()
    await queries.cancelQueries()
    await signOut(backend)
  }, [leave, queries, backend])
  return { left, leave, endSession }
}

/** `account` is undefined until the stored session has been read. */
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
  const kept = useLastSession({ account, profile, left })
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

/** The last signed-in user, for a session that expires during work. */
function useLastSession({ account, profile, left }: LastSession) {
  const [kept, setKept] = useState<{ account: Account; profile: ProfileRow } | null>(null)
  if (account && !account.needsCode && profile && (kept?.account !== account || kept.profile !== profile)) {
    setKept({ account, profile })
  }
  if (left && kept && !account) setKept(null)
  return left && !account ? null : kept
}

/** Clears cached data when the user changes. */
function useClearedCache(account: Account | null | undefined) {
  const queries = useQueryClient()
  const id = account?.id
  useEffect(() => {
    if (id === undefined) return undefined
    return () => queries.removeQueries()
  }, [id, queries])
}
