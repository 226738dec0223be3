import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { makeRecoveryCodes, removeAuthenticator, type SecondFactor } from './mfa.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { DayOf } from '../../web/ui/date-time.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

interface InUseProps {
  authenticator: NonNullable<SecondFactor['authenticator']>
  recoveryCodes: number | null
  onCodes: (codes: string[]) => void
  onOff: () => void
}

export function TwoFactorInUse({ authenticator, recoveryCodes, onCodes, onOff }: InUseProps) {
  const backend = useBackend()
  const toast = useToast()
  const fail = useFailureToast()
  const [asking, setAsking] = useState(false)
  const renewal = useMutation({
    mutationFn: () => makeRecoveryCodes(backend),
    onSuccess: onCodes,
    onError: (error) => fail('Failed to make recovery codes', error),
  })
  const removal = useMutation({
    mutationFn: () => removeAuthenticator(backend, authenticator.id),
    onSuccess: () => toast({ title: 'Two-factor sign-in is off', text: 'Your password alone signs you in.' }),
    onError: (error) => fail('Failed to switch it off', error),
    onSettled: onOff,
  })
  return (
    <div className="panel-form">
      <p>
        Signing in takes a code from your authenticator app, since <DayOf at={authenticator.since} />.{' '}
        {codesLeft(recoveryCodes)}
      </p>
      <div className="actions">
        <ToolButton busy={renewal.isPending} onClick={() => renewal.mutate()}>
          {recoveryCodes === null ? 'Make recovery codes' : 'New recovery codes'}
        </ToolButton>
        <ToolButton busy={removal.isPending} onClick={() => setAsking(true)}>
          Switch off
        </ToolButton>
      </div>
      <ConfirmDialog
        open={asking}
        question="Switch two-factor sign-in off?"
        detail="Your password alone will sign you in, and the recovery codes stop working."
        confirm="Switch off"
        onConfirm={() => {
          setAsking(false)
          removal.mutate()
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

function codesLeft(count: number | null): string {
  if (count === null) return 'You have no recovery codes: make some, for the day your phone is away.'
  if (count === 0) return 'All recovery codes are used. Please make new ones.'
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`
}
