import type { ReactNode } from 'react'
import { useToastRoom } from '../ui/toast.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import { KeyHints } from './key-hints.tsx'
import { closedRecord, useAddress } from './url-state.ts'
import styles from './panes.module.css'

interface PanesProps {
  list: ReactNode
  /** Undefined if no person is open and the list takes the whole width. */
  person?: ReactNode
  /** Beside the person; on narrow screens in its place, behind a switch. */
  details?: ReactNode
  /** Whether a person is open: on phones the person then hides the list. */
  open: boolean
  /** Whether phones show the placeholder of a person below the list. */
  stacked?: boolean
  onClose: () => void
}

/** A list, the person chosen in it, and the person's details, side by side. Each scrolls separately. */
export function Panes({ list, person, details, open, stacked = false, onClose }: PanesProps) {
  const shown = useShownPane()
  const room = useToastRoom()
  const columns = person === undefined ? styles.one : details === undefined ? styles.two : styles.three
  return (
    <div
      className={`${styles.panes} ${columns}`}
      data-open={open || undefined}
      data-stacked={stacked || undefined}
      data-show={shown}
    >
      <section className={styles.list} aria-label="People" style={{ marginBottom: room }}>
        {list}
        {person === undefined ? null : <KeyHints hints={hints} />}
      </section>
      {person === undefined ? null : (
        <section className={styles.person} aria-label="Person">
          {details === undefined ? null : <PaneSwitch onClose={onClose} />}
          <div className={styles.shown}>{person}</div>
        </section>
      )}
      {details === undefined ? null : (
        <section className={styles.details} aria-label="Details">
          {details}
        </section>
      )}
    </div>
  )
}

/** Keys of the list and of the person chosen in it. */
const hints = [
  [['j', 'k'], 'move'],
  [['r'], 'reply'],
  [['n'], 'note'],
  [['c'], 'call'],
  [['e'], 'edit'],
  [['?'], 'all'],
] as const

/** Where there is no room for both: the timeline or the details. */
function PaneSwitch({ onClose }: { onClose: () => void }) {
  const { change } = useAddress()
  const shown = useShownPane()
  return (
    <div className={styles.switch}>
      <ToolButton variant="quiet" icon="close" aria-label="Back to the list" onClick={onClose} />
      {(['timeline', 'details'] as const).map((pane) => (
        <button
          key={pane}
          type="button"
          aria-pressed={pane === shown}
          onClick={() =>
            change({ ...closedRecord, pane: pane === 'details' ? pane : null }, { replace: true })
          }
        >
          {pane === 'details' ? 'Details' : 'Timeline'}
        </button>
      ))}
    </div>
  )
}

/** Editing happens in the details. */
function useShownPane(): 'timeline' | 'details' {
  const { params } = useAddress()
  return params.get('pane') === 'details' || params.has('edit') ? 'details' : 'timeline'
}
