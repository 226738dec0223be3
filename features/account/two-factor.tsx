import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchSecondFactor } from './mfa.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { RecoveryCodes } from './show-recovery-codes.tsx'
import { SetUpAuthenticator } from './authenticator-setup.tsx'
import { TwoFactorInUse } from './two-factor-in-use.tsx'

/** Sign-in with an authenticator app: set up, in use, taken away. */
export function TwoFactor() {
  const backend = useBackend()
  const queries = useQueryClient()
  const [settingUp, setSettingUp] = useState(false)
  /** New recovery codes, until the person says that they are kept. */
  const [codes, setCodes] = useState<string[] | null>(null)
  const { data, isError, refetch } = useQuery({
    queryKey: keys.secondFactor,
    queryFn: () => fetchSecondFactor(backend),
  })
  const readAgain = () => {
    void queries.invalidateQueries({ queryKey: keys.secondFactor })
    void queries.invalidateQueries({ queryKey: keys.devices })
  }
  const on = Boolean(data?.authenticator)
  return (
    <Panel
      title="Two-factor sign-in"
      aside={data ? <span className={on ? 'chip chip-yes' : 'chip chip-no'}>{on ? 'On' : 'Off'}</span> : null}
    >
      {!data && !isError ? <LoadingList label="Loading..." /> : null}
      {!data && isError ? (
        <FailedList onRetry={() => void refetch()}>
          Whether two-factor sign-in is on could not be read.
        </FailedList>
      ) : null}
      {codes ? <RecoveryCodes codes={codes} onKept={() => setCodes(null)} /> : null}
      {data?.authenticator && !codes ? (
        <TwoFactorInUse
          authenticator={data.authenticator}
          recoveryCodes={data.recoveryCodes}
          onCodes={(made) => {
            setCodes(made)
            readAgain()
          }}
          onOff={readAgain}
        />
      ) : null}
      {data && !on && settingUp ? (
        <SetUpAuthenticator
          onDone={(made) => {
            setSettingUp(false)
            setCodes(made)
            readAgain()
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
        With it, signing in takes your password and a code from an app on your phone. Whoever learns your
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
