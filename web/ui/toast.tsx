import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
} from 'react'
import { Icon } from './icon.tsx'
import styles from './toast.module.css'

const SHOWN_MS = 6000
/** Between toasts and the edges of their room, in pixels; as the style sheet has it. */
const GAP = 8
/** Leaves time to read and think before an undo. */
const SHOWN_WITH_ACTION_MS = 12_000

export interface ToastMessage {
  title: string
  text?: string
  /** Reason and remedy. */
  detail?: string | null
  kind?: 'done' | 'destructive'
  action?: { label: string; run: () => void }
}

type ShownToast = ToastMessage & { id: number }

/** Shows a toast, and returns what takes it back. */
type ShowToast = (message: ToastMessage) => () => void

const ToastContext = createContext<ShowToast | null>(null)
const ToastRoomContext = createContext(0)

interface ToastListProps {
  toasts: ShownToast[]
  dismiss: (id: number) => void
  /** Called with the height that the toasts need. */
  onResize: (height: number) => void
}

/** Returns the function that shows a toast. */
export function useToast(): ShowToast {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}

/** Height in pixels that the page leaves free at the bottom left, so that toasts cover nothing. */
export function useToastRoom(): number {
  return use(ToastRoomContext)
}

/** Holds and renders toasts, bottom left. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([])
  const [room, setRoom] = useState(0)
  const nextId = useRef(1)
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  )
  const show = useCallback(
    (message: ToastMessage) => {
      const id = nextId.current++
      setToasts((shown) => [
        ...makeRoom(shown.filter((toast) => !repeats(message, toast))),
        { ...message, id },
      ])
      return () => dismiss(id)
    },
    [dismiss],
  )
  return (
    <ToastContext value={show}>
      <ToastRoomContext value={room}>{children}</ToastRoomContext>
      <ToastList toasts={toasts} dismiss={dismiss} onResize={setRoom} />
    </ToastContext>
  )
}

/** Drops the oldest toasts above the limit, those without an action first. */
function makeRoom(shown: ShownToast[]): ShownToast[] {
  if (shown.length < mostShown()) return shown
  const oldest = shown.find((toast) => !toast.action) ?? shown[0]
  return makeRoom(shown.filter((toast) => toast !== oldest))
}

/** Phones have room for fewer, and show them above the page. */
const mostShown = () => (onPhone() ? 2 : 4)

const onPhone = () => window.innerWidth < 768

/** Whether a toast repeats another one: several lists may fail for one reason. Toasts with an action never repeat. */
function repeats(message: ToastMessage, shown: ToastMessage): boolean {
  if (message.action || shown.action) return false
  return message.title === shown.title && message.text === shown.text && message.kind === shown.kind
}

/**
 * Both live regions exist before they have content, because some screen readers ignore a region inserted with its text. Without
 * failures no element has the role alert.
 */
function ToastList({ toasts, dismiss, onResize }: ToastListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      onResize(height === 0 || onPhone() ? 0 : height + 2 * GAP)
    })
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  }, [onResize])
  const failures = toasts.filter(isFailure)
  const news = toasts.filter((toast) => !isFailure(toast))
  const shown = (toast: ShownToast) => <Toast key={toast.id} toast={toast} dismiss={dismiss} />
  return (
    <div ref={list} className={styles.list}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output cannot hold paragraphs */}
      <div role="status" aria-live="polite" aria-atomic="false">
        {news.map(shown)}
      </div>
      <div role={failures.length > 0 ? 'alert' : undefined} aria-live="assertive" aria-atomic="false">
        {failures.map(shown)}
      </div>
    </div>
  )
}

function isFailure({ kind }: ToastMessage): boolean {
  return kind === 'destructive'
}

function Toast({ toast, dismiss }: { toast: ShownToast; dismiss: (id: number) => void }) {
  const { id, title, text, detail, action } = toast
  const said = `toast-${id}`
  const close = useCallback(() => dismiss(id), [dismiss, id])
  const timer = useTimer(close, action ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
  const focus = useReturnFocus()
  const dismissByHand = () => {
    close()
    focus.giveBack()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering or focusing pauses the timer
    <div
      className={isFailure(toast) ? `${styles.toast} ${styles.failed}` : styles.toast}
      // Without a name, which could only be its own text: a screen reader would say that twice.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
      role="group"
      onMouseEnter={timer.pause}
      onMouseLeave={timer.resume}
      onFocus={(event) => {
        focus.note(event)
        timer.pause()
      }}
      onBlur={timer.resume}
    >
      <div>
        <b id={text ? undefined : said}>{title}</b>
        {text ? <Separator>{/[.!?]$/.test(title) ? ' ' : ': '}</Separator> : null}
        {text ? <p id={said}>{text}</p> : null}
        {detail ? <Separator>{/[.!?]$/.test(text ?? title) ? ' ' : '. '}</Separator> : null}
        {detail ? <p className={styles.detail}>{detail}</p> : null}
      </div>
      {action ? (
        // CSS renders the label, so that the live region announces only the message.
        <button
          type="button"
          className={styles.action}
          aria-label={action.label}
          aria-describedby={said}
          onClick={() => {
            action.run()
            dismissByHand()
          }}
        />
      ) : (
        <span />
      )}
      <button type="button" className="square-button" aria-label="Dismiss" onClick={dismissByHand}>
        <Icon name="close" />
      </button>
    </div>
  )
}

/** Calls `onEnd` after that time; a pause starts it again. */
function useTimer(onEnd: () => void, milliseconds: number) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return undefined
    const timer = setTimeout(onEnd, milliseconds)
    return () => clearTimeout(timer)
  }, [paused, onEnd, milliseconds])
  return useMemo(() => ({ pause: () => setPaused(true), resume: () => setPaused(false) }), [])
}

/** Returns the focus when a focused toast is dismissed: to the previous element, or to main if that is gone. */
function useReturnFocus() {
  const before = useRef<HTMLElement | null>(null)
  return {
    note: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.contains(relatedTarget)) return
      before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
    },
    giveBack: () => {
      const place = before.current?.isConnected ? before.current : document.querySelector<HTMLElement>('main')
      place?.focus({ preventScroll: true })
    },
  }
}

/** Punctuation for screen readers: "Sign In Error: …", "Welcome back! …", "Failed to … . The server …". */
function Separator({ children }: { children: string }) {
  return <span className="visually-hidden">{children}</span>
}
