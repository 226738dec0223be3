import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchSecondFactor, makeRecoveryCodes, removeAuthenticator, type SecondFactor } from './mfa.api.ts'
import { useClient } from '../../web/api/session.ts'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { RecoveryCodes } from './show-recovery-codes.tsx'
import { SetUpAuthenticator } from './authenticator-setup.tsx'
import { ConfirmDialog } from '../../web/ui/confirm-dialog.tsx'
import { DayOf } from '../../web/ui/date-time.tsx'
import { useToast } from '../../web/ui/toast.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'

/** Two-factor settings: set up, renew recovery codes, switch off. */
export function TwoFactor() {
  const backend = useClient()
  const queries = useQueryClient()
  const [settingUp, setSettingUp] = useState(false)
  /** New recovery codes, until the user confirms having saved them. */
  const [codes, setCodes] = useState<string[] | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: keys.secondFactor,
    queryFn: () => fetchSecondFactor(backend),
  })
  const reload = () => {
    void queries.invalidateQueries({ queryKey: keys.secondFactor })
    void queries.invalidateQueries({ queryKey: keys.devices })
  }
  const on = Boolean(data?.authenticator)
  return (
    <Panel
      title="Two-step sign-in"
      aside={data ? <span className={on ? 'chip chip-yes' : 'chip chip-no'}>{on ? 'On' : 'Off'}</span> : null}
    >
      {!data && !isError ? <LoadingList label="Loading..." /> : null}
      {!data && isError ? (
        <FailedList onRetry={() => void refetch()}>The setting could not be loaded.</FailedList>
      ) : null}
      {codes ? <RecoveryCodes codes={codes} onKept={() => setCodes(null)} /> : null}
      {data?.authenticator && !codes ? (
        <TwoFactorInUse
          authenticator={data.authenticator}
          recoveryCodes={data.recoveryCodes}
          onCodes={(made) => {
            setCodes(made)
            reload()
          }}
          onOff={reload}
        />
      ) : null}
      {data && !on && settingUp ? (
        <SetUpAuthenticator
          onDone={(made) => {
            setSettingUp(false)
            setCodes(made)
            reload()
          }}
          onCancel={() => setSettingUp(false)}
        />
      ) : null}
      {data && !on && !settingUp ? <TwoFactorOff onStart={() => setSettingUp(true)} /> : null}
    </Panel>
  )
}

function TwoFactorOff({ onStart }: { onStart: () => void }) {
  return (
    <div className="panel-form">
      <p className="panel-text">
        With it, signing in takes your password and a code from an app on your phone. Somebody who learns your
        password still cannot get in.
      </p>
      <div className="actions">
        <ToolButton variant="primary" onClick={onStart}>
          Set up
        </ToolButton>
      </div>
    </div>
  )
}

interface InUseProps {
  authenticator: NonNullable<SecondFactor['authenticator']>
  recoveryCodes: number | null
  onCodes: (codes: string[]) => void
  onOff: () => void
}

function TwoFactorInUse({ authenticator, recoveryCodes, onCodes, onOff }: InUseProps) {
  const backend = useClient()
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
    onSuccess: () => toast({ title: 'Two-step sign-in is off', text: 'Your password alone signs you in.' }),
    onError: (error) => fail('Failed to switch it off', error),
    onSettled: onOff,
  })
  return (
    <div className="panel-form">
      <p>
        Signing in takes a code from your authenticator app, since <DayOf at={authenticator.since} />.{' '}
        {describeCodesLeft(recoveryCodes)}
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
        question="Switch two-step sign-in off?"
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

function describeCodesLeft(count: number | null): string {
  if (count === null) return 'You have no recovery codes: make some, for the day your phone is away.'
  if (count === 0) return 'All recovery codes are used. Please make new ones.'
  return count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`
}
