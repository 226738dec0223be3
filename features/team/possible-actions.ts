import type { Member, MemberAction } from './team.api.ts'

export type Action = MemberAction

interface ActionWords {
  label: string
  done: string
  /** Asked first. */
  question?: (name: string) => string
  detail?: string
}

export const memberActions: Record<Action, ActionWords> = {
  'resend-invitation': { label: 'Send again', done: 'the invitation was sent again' },
  'withdraw-invitation': {
    label: 'Withdraw invitation',
    done: 'the invitation was withdrawn',
    question: (name) => `Withdraw the invitation of ${name}?`,
    detail: 'The link in the mail stops working.',
  },
  'end-sessions': {
    label: 'Sign out everywhere',
    done: 'signed out on every device',
    question: (name) => `Sign ${name} out everywhere?`,
    detail: 'It takes effect at once, on every device. Unsaved work there is lost.',
  },
  'reset-mfa': {
    label: 'Take two-factor away',
    done: 'signs in with the password alone now',
    question: (name) => `Take two-factor sign-in away from ${name}?`,
    detail:
      'For a lost phone: make sure that it is really them who asks. The password alone signs in then, and every device is signed out.',
  },
  disable: {
    label: 'Disable account',
    done: 'cannot sign in any more',
    question: (name) => `Disable the account of ${name}?`,
    detail: 'It is shut out at once, on every device. Nothing of it is deleted, and it can be enabled again.',
  },
  enable: { label: 'Enable account', done: 'can sign in again' },
}

/** What makes sense for an account, in the order of the buttons. */
export function possibleActions({ disabled, invitation, sessions, twoFactor }: Member): Action[] {
  if (disabled) return ['enable']
  if (invitation) return ['resend-invitation', 'withdraw-invitation']
  return [
    ...(sessions > 0 ? (['end-sessions'] as const) : []),
    ...(twoFactor ? (['reset-mfa'] as const) : []),
    'disable',
  ]
}
