import { useState } from 'react'
import { Alert } from '../../web/ui/alert.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { type DesktopNotices, useDesktopNotices } from '../../web/workspace/desktop-notices.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { usePush } from './use-push.ts'

const texts: Record<DesktopNotices, string> = {
  off: 'Off in this browser.',
  on: 'On in this browser, while the dashboard is open in a tab.',
  blocked:
    'Your browser blocks notifications of this site. Open the site settings beside the address, allow notifications, and come back to this tab.',
  unsupported: 'This browser cannot show them. Use a browser on a computer.',
}

const pushed = 'On in this browser, also while the dashboard is closed.'

/** Setting for notices of the operating system. The browser asks after the click. */
export function DesktopNoticesSetting() {
  const { state, turnOn, turnOff } = useDesktopNotices()
  const { pushes, stop } = usePush()
  const fail = useFailureToast()
  const [unanswered, setUnanswered] = useState(false)
  const turnOffEverything = () => {
    turnOff()
    stop().catch((error: unknown) => fail('Failed to unsubscribe this browser', error))
  }
  return (
    <Panel title="Desktop notifications">
      <div className="panel-form">
        <p className="panel-text">
          The kinds chosen above, with the name and the first words. A click opens the person. Where the
          browser allows it, they also come while the dashboard is closed, until you sign out.
        </p>
        {state === 'blocked' ? (
          <Alert>{texts.blocked}</Alert>
        ) : (
          <output>{pushes ? pushed : texts[state]}</output>
        )}
        {unanswered && state === 'off' ? (
          <Alert>Your browser did not allow them. Try again, and choose Allow when it asks.</Alert>
        ) : null}
        <div className="actions">
          {state === 'off' ? (
            <ToolButton icon="bell" onClick={() => void turnOn().then((on) => setUnanswered(!on))}>
              Turn on desktop notifications
            </ToolButton>
          ) : null}
          {state === 'on' || state === 'blocked' ? (
            <ToolButton onClick={turnOffEverything}>Turn off desktop notifications</ToolButton>
          ) : null}
        </div>
      </div>
    </Panel>
  )
}
