import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import { type AuthParts, type Endpoint, asAuthAdmin, type AuthMails } from './auth-options.ts'
import { requireEmail, findUserByEmail, isBanned, isOpenToSignUp } from './users.ts'
import { issueToken } from './one-time-tokens.ts'
import { readBody } from './auth-request.ts'
import { consumeMailLimit, tooManyMails } from './auth-limits.ts'
import { startEmailChange } from './email-change.ts'
import { reopenSignUp } from './open-sign-ups.ts'

const recoverBody = z.object({ email: z.string().nullish() })
const resendBody = z.object({ type: z.enum(['signup', 'email_change']), email: z.string().nullish() })

/** Mails a link to set a new password. Response, timing and limit are the same for unknown addresses. */
export function recover(auth: AuthParts): Endpoint {
  return async (c) => {
    const body = await readBody(c, recoverBody)
    const email = requireEmail(body.email ?? undefined)
    const now = auth.clock()
    const wait = await asAuthAdmin(auth, async (tx) => {
      const wait = await consumeMailLimit(tx, {
        kind: 'recovery',
        email,
        sender: c.get('clientAddress'),
        now,
      })
      if (wait === 0) await mailRecovery(tx, { email, mails: auth.mails, now })
      return wait
    })
    if (wait > 0) throw tooManyMails(wait)
    return c.json({})
  }
}

async function mailRecovery(
  tx: Transaction,
  { email, mails, now }: { email: string; mails: AuthMails; now: Date },
): Promise<void> {
  const user = await findUserByEmail(tx, email)
  if (user === null || isBanned(user, now)) return
  await tx.query('update auth.users set recovery_sent_at = $2 where id = $1', [user.id, now.toISOString()])
  const token = await issueToken(tx, { userId: user.id, type: 'recovery_token', email, now })
  await mails.recoverPassword(tx, { token, now })
}

interface Request {
  kind: z.infer<typeof resendBody>['type']
  email: string
  now: Date
  mails: AuthMails
}

/** Resends the confirmation with a new link. Does not reveal whether there was anything to send. */
export function resend(auth: AuthParts): Endpoint {
  return async (c) => {
    const body = await readBody(c, resendBody)
    const email = requireEmail(body.email ?? undefined)
    const request = { kind: body.type, email, now: auth.clock(), mails: auth.mails }
    const wait = await asAuthAdmin(auth, async (tx) => {
      const wait = await consumeMailLimit(tx, { ...request, sender: c.get('clientAddress') })
      if (wait === 0) await sendAgain(tx, request)
      return wait
    })
    if (wait > 0) throw tooManyMails(wait)
    return c.json({})
  }
}

async function sendAgain(tx: Transaction, { kind, email, now, mails }: Request): Promise<void> {
  const user = await findUserByEmail(tx, email)
  if (user === null || isBanned(user, now)) return
  if (kind === 'email_change') {
    if (user.email_change !== null) await startEmailChange(tx, { user, email: user.email_change, mails, now })
    return
  }
  // Only staff resend invitations: another link would revoke the mailed one.
  if (!isOpenToSignUp(user)) return
  await tx.query('update auth.users set confirmation_sent_at = $2 where id = $1', [
    user.id,
    now.toISOString(),
  ])
  await mails.confirmSignUp(tx, { token: await reopenSignUp(tx, { user, now }), now })
}
