import { createAccountMails } from '../account/account.server.ts'
import type { Role } from '../../db/row-types.ts'
import { AccountExistsError, findAccountByEmail } from '../../platform/auth/accounts.ts'
import { AuthError } from '../../platform/auth/auth-error.ts'
import {
  inviteAccount,
  NotInvitedError,
  renewInvitation,
  withdrawInvitation,
} from '../../platform/auth/invite-user.ts'
import { giveRole, type TeamAction, asAuthAdmin, asService, requireAccount } from './members.server.ts'
import { FunctionError } from '../../platform/functions/server-function.ts'
import type { Transaction } from '../../platform/database/database.ts'

export interface Invitation {
  email: string
  role: Role
  firstName?: string | undefined
  lastName?: string | undefined
}

/** Also returns whether the mail was sent; the invitation stands either way. */
export async function invite(invitation: Invitation, work: TeamAction): Promise<object> {
  const { role, firstName = null, lastName = null } = invitation
  const email = invitation.email.trim().toLowerCase()
  const { id, mailId } = await asAuthAdmin(work, async (tx) => {
    const now = work.clock()
    const known = await findAccountByEmail(tx, email, now)
    return inviteAccount(tx, { email, known, mails: createAccountMails(work.config.siteUrl), now })
  }).catch(refuse)
  await asService(work, (tx) => giveRole(tx, { id, email, role, firstName, lastName }))
  return { success: true, id, mailed: await sendMailsNow(work, mailId) }
}

export async function resendInvitation(email: string, work: TeamAction): Promise<object> {
  const account = await requireAccount(email, work)
  const mailId = await asAuthAdmin(work, (tx) =>
    renewInvitation(tx, { account, mails: createAccountMails(work.config.siteUrl), now: work.clock() }),
  ).catch(refuse)
  return { success: true, id: account.id, mailed: await sendMailsNow(work, mailId) }
}

export async function withdraw(email: string, work: TeamAction): Promise<object> {
  const account = await requireAccount(email, work)
  await asAuthAdmin(work, (tx) => withdrawInvitation(tx, account)).catch(refuse)
  return { success: true, id: account.id }
}

/** Runs the mail queue at once, so that the response can say whether the mail was sent; otherwise it is retried. */
async function sendMailsNow(work: TeamAction, mailId: string | null): Promise<boolean> {
  await work.queues.drain('mails')
  return asService(work, (tx) => isMailSent(tx, mailId))
}

function refuse(error: unknown): never {
  if (error instanceof AccountExistsError || error instanceof NotInvitedError)
    throw new FunctionError(409, error.message)
  if (error instanceof AuthError && error.status === 400)
    throw new FunctionError(400, 'Please enter a valid email address.')
  throw error
}

/** Whether the mail server has accepted a mail. Needs `service_role`. */
async function isMailSent(tx: Transaction, mailId: string | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select id from public.jobs where queue = 'mails' and state = 'done' and payload = jsonb_build_object('mail', $1::uuid)`,
    [mailId],
  )
  return rowCount > 0
}
