import { site } from '../../site.config.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { type Block, mailBody, enqueueMail } from '../../server/mail/enqueue-mail.ts'
import type { MailMessage } from '../../server/mail/mail-provider.ts'
import type { AuthMails } from '../../platform/auth/auth-options.ts'
import { landingPageUrl } from '../../platform/auth/landing-page.ts'
import { INVITATION_LIFETIME, type IssuedToken, LIFETIME } from '../../platform/auth/one-time-tokens.ts'

/** Longer than any mail server outage; notices without a link do not expire. */
const NEWS = 7 * 86_400_000

interface ComposedMail {
  message: Omit<MailMessage, 'messageId'>
  /** Milliseconds until the mail is pointless because its link has expired. */
  patience: number
}

/** Only the person who just signed up knows which of several links is theirs. */
const SEVERAL =
  'Another sign-up with this address waits as well, and each mail confirms the password of its own. Use this link only if you signed up just now.'

/** Account mails in English, with links to `siteUrl`. They leave through the mail queue. */
export function createAccountMails(siteUrl: string): AuthMails {
  return {
    confirmSignUp: (tx, { token, first, now }) => enqueue(tx, confirmSignUp(siteUrl, token, { first }), now),
    invite: (tx, { token, now }) => enqueue(tx, invite(siteUrl, token), now),
    alreadyRegistered: (tx, { email, now }) => enqueue(tx, alreadyRegistered(siteUrl, email), now),
    recoverPassword: (tx, { token, now }) => enqueue(tx, recoverPassword(siteUrl, token), now),
    confirmEmailChange: (tx, { token, now }) => enqueue(tx, confirmEmailChange(siteUrl, token), now),
    addressTaken: (tx, { email, now }) => enqueue(tx, addressTaken(siteUrl, email), now),
    passwordChanged: (tx, { email, now }) => enqueue(tx, passwordChanged(siteUrl, email), now),
    secondFactorChanged: (tx, { email, state, now }) =>
      enqueue(tx, secondFactorChanged(siteUrl, email, state), now),
    recoveryCodeUsed: (tx, { email, now }) => enqueue(tx, recoveryCodeUsed(siteUrl, email), now),
  }
}

function enqueue(tx: Transaction, mail: ComposedMail, now: Date): Promise<string | null> {
  return enqueueMail(tx, { kind: 'account', ...mail, now })
}

function confirmSignUp(siteUrl: string, token: IssuedToken, { first = true } = {}): ComposedMail {
  return compose(
    token.email,
    'Confirm your email address',
    [
      `Somebody, we hope you, created an account with this address at ${siteUrl}.`,
      ...(first ? [] : [SEVERAL]),
      'Open this page and press the button to confirm it:',
      link(siteUrl, 'signup', token),
      'The link works once, for 24 hours. If it was not you, ignore this mail and nothing happens.',
    ],
    LIFETIME.confirmation_token,
  )
}

function invite(siteUrl: string, token: IssuedToken): ComposedMail {
  return compose(
    token.email,
    `You are invited to ${site.name}`,
    [
      `Somebody of ${site.name} made an account for you, for the dashboard at ${siteUrl}.`,
      'Open this page, press the button and choose a password:',
      link(siteUrl, 'invite', token),
      'The link works once, for 7 days. If you did not expect it, ignore this mail.',
    ],
    INVITATION_LIFETIME,
  )
}

function alreadyRegistered(siteUrl: string, email: string): ComposedMail {
  return compose(email, 'You already have an account', [
    `Somebody tried to create an account with this address at ${siteUrl}, where it has one already.`,
    'If it was you, sign in there; if you do not know the password any more, ask for a new one on that page:',
    { link: landingPageUrl(siteUrl, undefined).href },
    'If it was not you, there is nothing to do.',
  ])
}

function recoverPassword(siteUrl: string, token: IssuedToken): ComposedMail {
  return compose(
    token.email,
    'Set a new password',
    [
      `A new password was asked for, for the account with this address at ${siteUrl}.`,
      'Open this page and press the button to choose one:',
      link(siteUrl, 'recovery', token),
      'The link works once, for 10 minutes. If it was not you, ignore this mail: the old password stays.',
    ],
    LIFETIME.recovery_token,
  )
}

function confirmEmailChange(siteUrl: string, token: IssuedToken): ComposedMail {
  return compose(
    token.email,
    'Confirm the change of your email address',
    [
      `The address of an account at ${siteUrl} is to be changed. Both the old and the new address have to agree.`,
      'Open this page and press the button to agree:',
      link(siteUrl, 'email_change', token),
      'The link works once, for 10 minutes. If it was not you, do not press it, and change your password.',
    ],
    LIFETIME.email_change_token_new,
  )
}

function addressTaken(siteUrl: string, email: string): ComposedMail {
  return compose(email, 'You already have an account', [
    `Somebody asked to use this address for another account at ${siteUrl}. Your account has it already, so nothing changes.`,
    'If it was you, sign in there with this address:',
    { link: landingPageUrl(siteUrl, undefined).href },
    'If it was not you, there is nothing to do.',
  ])
}

function passwordChanged(siteUrl: string, email: string): ComposedMail {
  return compose(email, 'Your password was changed', [
    `The password of your account at ${siteUrl} was changed, and every other device was signed out.`,
    'If it was not you, ask for a new password on this page at once:',
    { link: landingPageUrl(siteUrl, undefined).href },
  ])
}

function secondFactorChanged(siteUrl: string, email: string, now: 'on' | 'off'): ComposedMail {
  return compose(email, `Two-step sign-in was switched ${now}`, [
    `Two-step sign-in of your account at ${siteUrl} was switched ${now}.`,
    'If it was not you, change your password on this page at once:',
    { link: landingPageUrl(siteUrl, undefined).href },
  ])
}

function recoveryCodeUsed(siteUrl: string, email: string): ComposedMail {
  return compose(email, 'A recovery code was used', [
    `Somebody signed in to your account at ${siteUrl} with your password and one of your recovery codes.`,
    'If it was not you, change your password on this page at once:',
    { link: landingPageUrl(siteUrl, undefined).href },
  ])
}

function compose(to: string, subject: string, blocks: Block[], patience: number = NEWS): ComposedMail {
  return { message: { to, subject, ...mailBody(blocks) }, patience }
}

function link(siteUrl: string, type: string, token: IssuedToken): Block {
  const page = landingPageUrl(siteUrl, undefined)
  page.searchParams.set('type', type)
  page.searchParams.set('token_hash', token.secret)
  return { link: page.href }
}
