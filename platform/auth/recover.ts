import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { type AuthParts, type Endpoint, asAuthAdmin } from './auth-options.ts'
import { requireEmail } from './email-address.ts'
import { recoverPassword, mailLater } from '../../features/account/account-mails.server.ts'
import { issueToken } from './one-time-tokens.ts'
import { readBody } from './auth-request.ts'
import { takeMail, tooManyMails } from './auth-limits.ts'
import { findUserByEmail, isBanned } from './users.ts'

const recoverBody = z.object({ email: z.string().nullish() })

/** Mails a link to set a new password. The answer, its time and its limit are the same for unknown addresses. */
export function recover(auth: AuthParts): Endpoint {
  return async (c) => {
    const body = await readBody(c, recoverBody)
    const email = requireEmail(body.email ?? undefined)
    const now = auth.clock()
    const wait = await asAuthAdmin(auth, async (tx) => {
      const wait = await takeMail(tx, { kind: 'recovery', email, sender: c.get('clientAddress'), now })
      if (wait === 0) await mailRecovery(tx, { email, siteUrl: auth.config.siteUrl, now })
      return wait
    })
    if (wait > 0) throw tooManyMails(wait)
    return c.json({})
  }
}

async function mailRecovery(
  tx: Transaction,
  { email, siteUrl, now }: { email: string; siteUrl: string; now: Date },
): Promise<void> {
  const user = await findUserByEmail(tx, email)
  if (user === null || isBanned(user, now)) return
  await tx.query('update auth.users set recovery_sent_at = $2 where id = $1', [user.id, now.toISOString()])
  const token = await issueToken(tx, { userId: user.id, type: 'recovery_token', email, now })
  await mailLater(tx, recoverPassword(siteUrl, token), now)
}
