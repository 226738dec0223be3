import { ToolButton } from '../../web/ui/tool-button.tsx'
import styles from './assistant.module.css'

interface HelpStateProps {
  busy: boolean
  /** Progress text while busy. */
  doing: string
  reason: string
  onCancel: () => void
}

/** Status beside a button: progress with Cancel, or the reason of a failure. */
export function HelpState({ busy, doing, reason, onCancel }: HelpStateProps) {
  return (
    <>
      {busy ? <ToolButton onClick={onCancel}>Cancel</ToolButton> : null}
      <output className={busy ? styles.doing : styles.reason}>{busy ? doing : reason}</output>
    </>
  )
}

/** Marks sample results while no service is set up. */
export function Simulated({ what }: { what: string }) {
  return (
    <p className={styles.simulated}>
      <span className="chip chip-no">Simulated</span> {what}
    </p>
  )
}
