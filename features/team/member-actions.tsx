import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMember, resendInvitation, type Member, type MemberAction } from './team.api.ts'
import { useClient } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { invitationToast } from './invite-form.tsx'
import { memberName, useTeamChanges } from './use-team.ts'

type Action = MemberAction

interface ActionWords {
  label: string
  done: string
  /** Confirmation question; without one the action runs at once. */
  question?: (name: string) => string
  detail?: string
}

const memberActions: Record<Action, ActionWords> = {
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
    label: 'Turn off two-step sign-in',
    done: 'signs in with the password alone now',
    question: (name) => `Turn off two-step sign-in of ${name}?`,
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

/** Actions that fit the state of an account. Those that lock a person out ask for confirmation. */
export function MemberActions({ member }: { member: Member }) {
  const [asked, setAsked] = useState<Action | null>(null)
  const { run, pending } = useMemberAction(member)
  const name = memberName(member)
  return (
    <div className="actions">
      {possibleActions(member).map((action) => (
        <ToolButton
          key={action}
          busy={pending === action}
          onClick={() => (memberActions[action].question ? setAsked(action) : run(action))}
        >
          {memberActions[action].label}
          <span className="visually-hidden">: {name}</span>
        </ToolButton>
      ))}
      <ConfirmDialog
        open={asked !== null}
        question={(asked && memberActions[asked].question?.(name)) ?? ''}
        detail={asked ? memberActions[asked].detail : undefined}
        confirm={asked ? memberActions[asked].label : ''}
        onConfirm={() => {
          if (asked) run(asked)
          setAsked(null)
        }}
        onCancel={() => setAsked(null)}
      />
    </div>
  )
}

function useMemberAction(member: Member) {
  const backend = useClient()
  const toast = useToast()
  const team = useTeamChanges()
  const { email } = member
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (action: Action) => {
      if (action === 'resend-invitation') return resendInvitation(backend, email)
      await changeMember(backend, email, action)
      return true
    },
    onSuccess: (mailed, action) => {
      if (action === 'resend-invitation') return toast(invitationToast(email, mailed))
      return toast({ title: 'Success', text: `${memberName(member)}: ${memberActions[action].done}` })
    },
    onError: team.showError('Failed to change the account. Please try again.'),
    onSettled: team.refetch,
  })
  return { run: mutate, pending: isPending ? variables : null }
}

/** Actions that fit an account, in button order. */
function possibleActions({ disabled, invitation, sessions, twoFactor }: Member): Action[] {
  if (disabled) return ['enable']
  if (invitation) return ['resend-invitation', 'withdraw-invitation']
  return [
    ...(sessions > 0 ? (['end-sessions'] as const) : []),
    ...(twoFactor ? (['reset-mfa'] as const) : []),
    'disable',
  ]
}
