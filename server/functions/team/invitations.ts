import { randomUUID } from 'node:crypto'
import { AccountExistsError, findAccountByEmail } from '../../auth/accounts.ts'
import { AuthError } from '../../auth/auth-error.ts'
import {
  inviteAccount,
  NotInvitedError,
  renewInvitation,
  withdrawInvitation,
} from '../../auth/invitations.ts'
import type { ComposedMail } from '../../auth/mails.ts'
import { giveRole, type Role } from '../../domain/team/roles.ts'
import { MailError } from '../../providers/mail/mail-provider.ts'
import { FunctionError } from '../function-error.ts'
import { type TeamWork, asAuthAdmin, asService, requireAccount } from './team-work.ts'

export interface Invitation {
  email: string
  role: Role
  firstName?: string | undefined
  lastName?: string | undefined
}

/** Answers whether the mail left, too: the invitation stands either way, and can be sent again. */
export async function invite(invitation: Invitation, work: TeamWork): Promise<object> {
  const { role, firstName = null, lastName = null } = invitation
  const email = invitation.email.trim().toLowerCase()
  const { id, mail } = await asAuthAdmin(work, async (tx) => {
    const now = work.clock()
    const known = await findAccountByEmail(tx, email, now)
    return inviteAccount(tx, { email, known, siteUrl: work.config.siteUrl, now })
  }).catch(refuse)
  await asService(work, (tx) => giveRole(tx, { id, email, role, firstName, lastName }))
  return { success: true, id, mailed: await sendNow(work, mail) }
}

export async function resendInvitation(email: string, work: TeamWork): Promise<object> {
  const account = await requireAccount(email, work)
  const mail = await asAuthAdmin(work, (tx) =>
    renewInvitation(tx, { account, siteUrl: work.config.siteUrl, now: work.clock() }),
  ).catch(refuse)
  return { success: true, id: account.id, mailed: await sendNow(work, mail) }
}

export async function withdraw(email: string, work: TeamWork): Promise<object> {
  const account = await requireAccount(email, work)
  await asAuthAdmin(work, (tx) => withdrawInvitation(tx, account)).catch(refuse)
  return { success: true, id: account.id }
}

/** Not through the queue: its rows are read by staff, and this mail holds a key to an account. */
async function sendNow({ mail, config, log }: TeamWork, composed: ComposedMail): Promise<boolean> {
  try {
    await mail.send({ ...composed, messageId: `<${randomUUID()}@${new URL(config.siteUrl).hostname}>` })
    return true
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    log.warn({ err: error }, 'an invitation could not be mailed')
    return false
  }
}

function refuse(error: unknown): never {
  if (error instanceof AccountExistsError || error instanceof NotInvitedError)
    throw new FunctionError(409, error.message)
  if (error instanceof AuthError && error.status === 400)
    throw new FunctionError(400, 'Please enter a valid email address.')
  throw error
}
