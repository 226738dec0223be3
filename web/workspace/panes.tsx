import { useEffect, type ReactNode } from 'react'
import { useToastRoom } from '../ui/toast.tsx'
import { ToolButton } from '../ui/tool-button.tsx'
import { isDialogOpen } from './key-bindings.ts'
import { KeyHints } from './key-hints.tsx'
import { ROWS } from './row-place.ts'
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
}

/** A list, the person chosen in it, and the person's details, side by side. Each scrolls separately. */
export function Panes({ list, person, details, open, stacked = false }: PanesProps) {
  const { pane } = useShownPane()
  const room = useToastRoom()
  usePaneKey()
  const columns = person === undefined ? styles.one : details === undefined ? styles.two : styles.three
  return (
    <div
      className={`${styles.panes} ${columns}`}
      data-open={open || undefined}
      data-stacked={stacked || undefined}
      data-show={pane}
    >
      <section className={styles.list} aria-label="People" data-pane style={{ marginBottom: room }}>
        {list}
        {person === undefined ? null : <KeyHints hints={hints} />}
      </section>
      {person === undefined ? null : (
        <section className={styles.person} aria-label="Person" data-pane>
          {person}
        </section>
      )}
      {details === undefined ? null : (
        <section className={styles.details} aria-label="Details" data-pane>
          {details}
        </section>
      )}
    </div>
  )
}

/** F6 goes to the list, the person, the reply and the details in turn, with Shift in the other direction. */
function usePaneKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented || isDialogOpen()) return
      event.preventDefault()
      focusPane(event.shiftKey ? -1 : 1)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** A row or a heading first: what comes before it in a pane are tools. */
const starts = [`:is(${ROWS}) [tabindex="0"]`, 'h2[tabindex]', 'textarea, input', 'select, button, a']

function focusPane(step: 1 | -1): void {
  const panes = Array.from(document.querySelectorAll<HTMLElement>('[data-pane]')).filter((pane) =>
    pane.checkVisibility(),
  )
  const now = panes.findIndex((pane) => pane === document.activeElement?.closest('[data-pane]'))
  const next = panes.at(now === -1 ? 0 : (now + step) % panes.length)
  for (const start of starts) {
    const place = Array.from(next?.querySelectorAll<HTMLElement>(start) ?? []).find(
      (each) => each.checkVisibility() && each.closest('[data-pane]') === next,
    )
    place?.focus()
    if (place && place === document.activeElement) return
  }
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

/** On phones, below the head of the person: the timeline or the details. */
export function PaneSwitch() {
  const { pane, show } = useShownPane()
  return (
    <div className={styles.switch}>
      {(['timeline', 'details'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={each === pane} onClick={() => show(each)}>
          {each === 'details' ? 'Details' : 'Timeline'}
        </button>
      ))}
    </div>
  )
}

/** On tablets, in the head of the person: shows the details in place of the timeline, or the timeline again. */
export function DetailsButton() {
  const { pane, show } = useShownPane()
  const open = pane === 'details'
  return (
    <ToolButton
      className={styles.detailsButton}
      aria-pressed={open}
      onClick={() => show(open ? 'timeline' : 'details')}
    >
      Details
    </ToolButton>
  )
}

/** What is shown where there is no room for both. Editing happens in the details. */
function useShownPane() {
  const { params, change } = useAddress()
  const pane = params.get('pane') === 'details' || params.has('edit') ? 'details' : 'timeline'
  const show = (wanted: 'timeline' | 'details') =>
    change({ ...closedRecord, pane: wanted === 'details' ? wanted : null }, { replace: true })
  return { pane, show }
}
