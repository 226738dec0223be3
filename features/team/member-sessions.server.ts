import { listSessions } from '../../platform/auth/account-sessions.ts'
import { removeAllFactors } from '../../platform/auth/mfa-factors.ts'
import { endAllSessions } from '../../platform/auth/sessions.ts'
import { type TeamWork, asAuthAdmin, requireAccount } from './team-work.server.ts'

export async function showSessions(email: string, work: TeamWork): Promise<object> {
  const { id } = await requireAccount(email, work)
  return { sessions: await asAuthAdmin(work, (tx) => listSessions(tx, id, work.clock())) }
}

export async function endSessions(email: string, work: TeamWork): Promise<object> {
  const { id } = await requireAccount(email, work)
  await asAuthAdmin(work, (tx) => endAllSessions(tx, id))
  return { success: true, id }
}

/** For a lost telephone. Whoever is signed in signs in again, with the password alone. */
export async function resetSecondFactor(email: string, work: TeamWork): Promise<object> {
  const { id } = await requireAccount(email, work)
  const removed = await asAuthAdmin(work, async (tx) => {
    const removed = await removeAllFactors(tx, id)
    await endAllSessions(tx, id)
    return removed
  })
  return { success: true, id, removed }
}
