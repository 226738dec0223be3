import { useState } from 'react'
import { Alert } from '../../web/ui/alert.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { type DesktopNotices, useDesktopNotices } from '../../web/workspace/desktop-notices.ts'
import { Panel } from '../../web/workspace/panel.tsx'

const texts: Record<DesktopNotices, string> = {
  off: 'Off in this browser.',
  on: 'On in this browser.',
  blocked:
    'Your browser blocks notifications of this site. Open the site settings beside the address, allow notifications, and come back to this tab.',
  unsupported: 'This browser cannot show them. Use a browser on a computer.',
}

/** Setting for notices of the operating system. The browser asks after the click. */
export function DesktopNoticesSetting() {
  const { state, turnOn, turnOff } = useDesktopNotices()
  const [unanswered, setUnanswered] = useState(false)
  return (
    <Panel title="Desktop notifications">
      <div className="panel-form">
        <p className="panel-text">
          New leads, texts, missed calls and late replies, with the name and the first words, while the
          dashboard is open in a tab. A click opens the person.
        </p>
        {state === 'blocked' ? <Alert>{texts.blocked}</Alert> : <output>{texts[state]}</output>}
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
            <ToolButton onClick={turnOff}>Turn off desktop notifications</ToolButton>
          ) : null}
        </div>
      </div>
    </Panel>
  )
}
