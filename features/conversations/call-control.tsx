import type { TextableRow } from '../consent/consent.api.ts'
import { Glyph } from '../../web/ui/icon.tsx'
import { DropdownMenu, MenuHead, MenuItem } from '../../web/ui/menu.tsx'
import { dialAddress, displayNumber } from '../../web/ui/phone-number.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useCopy } from '../../web/workspace/use-copy.ts'
import { useStaffPhone } from './call-dialog.tsx'
import styles from './call-control.module.css'

interface CallControlProps {
  contact: TextableRow
  busy: boolean
  onCall: () => void
  onLog: () => void
}

/** Two cells: calls the contact, and says which phone of ours rings, with other ways to use the number. */
export function CallControl({
  contact: { phone, phone_e164: phoneE164 },
  busy,
  onCall,
  onLog,
}: CallControlProps) {
  const number = phoneE164 ?? phone
  return (
    <span className={styles.two}>
      <ToolButton icon="call" busy={busy} onClick={onCall}>
        {busy ? 'Calling...' : 'Call'}
      </ToolButton>
      {number === null ? null : <OtherWays number={number} onLog={onLog} />}
    </span>
  )
}

function OtherWays({ number, onLog }: { number: string; onLog: () => void }) {
  const copy = useCopy('Number copied')
  const ours = useStaffPhone()?.slice(-4)
  const address = dialAddress(number)
  const shown = displayNumber(number)
  return (
    <DropdownMenu
      label={ours === undefined ? 'Other ways to call' : `rings our phone …${ours}: other ways to call`}
      className={`tool-button tool-button-plain ${styles.ways}`}
      trigger={
        <>
          {ours === undefined ? null : (
            <span className={styles.ours}>
              <span>rings our phone </span>…{ours}
            </span>
          )}
          <Glyph name="expand" size={16} />
        </>
      }
    >
      <MenuHead>{shown}</MenuHead>
      {address === null ? null : (
        <MenuItem onClick={() => window.location.assign(address)}>Call from this device</MenuItem>
      )}
      <MenuItem onClick={() => void copy(shown)}>Copy number</MenuItem>
      <MenuItem onClick={onLog}>Log a call</MenuItem>
    </DropdownMenu>
  )
}
