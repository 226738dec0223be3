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

const SHOWN_MS = 6000
/** More would cover what they tell of; a phone has room for fewer. */
const mostShown = () => (window.innerWidth < 768 ? 2 : 4)

export interface ToastMessage {
  title: string
  text?: string
  /** Why, and what to do. */
  detail?: string | null
  kind?: 'done' | 'destructive'
  action?: { label: string; run: () => void }
}

type ShownToast = ToastMessage & { id: number }

const ToastContext = createContext<((message: ToastMessage) => void) | null>(null)

/** Gives the function that shows a toast. */
export function useToast(): (message: ToastMessage) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}

/** Keeps the toasts of everything below it, bottom left. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([])
  const nextId = useRef(1)
  const show = useCallback((message: ToastMessage) => {
    const id = nextId.current++
    setToasts((shown) => [...withRoom(shown.filter((toast) => !repeats(message, toast))), { ...message, id }])
  }, [])
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  )
  return (
    <ToastContext value={show}>
      {children}
      <ToastList toasts={toasts} dismiss={dismiss} />
    </ToastContext>
  )
}

/** Several lists that fail for one reason are told once. What offers an action stands for itself. */
function repeats(message: ToastMessage, shown: ToastMessage): boolean {
  if (message.action || shown.action) return false
  return message.title === shown.title && message.text === shown.text && message.kind === shown.kind
}

/** Leaves out the oldest where one more would be too many: of those that only tell something, if there are any. */
function withRoom(shown: ShownToast[]): ShownToast[] {
  if (shown.length < mostShown()) return shown
  const oldest = shown.find((toast) => !toast.action) ?? shown[0]
  return withRoom(shown.filter((toast) => toast !== oldest))
}

interface ToastListProps {
  toasts: ShownToast[]
  dismiss: (id: number) => void
}

/**
 * Both regions are part of the page before they hold anything: screen readers tell of what changes in a region they know,
 * and some are silent about one that comes with its words. Without any failure there is no alert to be found.
 */
function ToastList({ toasts, dismiss }: ToastListProps) {
  const failures = toasts.filter(isFailure)
  const news = toasts.filter((toast) => !isFailure(toast))
  const shown = (toast: ShownToast) => <Toast key={toast.id} toast={toast} dismiss={dismiss} />
  return (
    <div className="toasts">
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
  const { id, title, text, detail, kind = 'done', action } = toast
  const name = `toast-${id}`
  const close = useCallback(() => dismiss(id), [dismiss, id])
  const timer = useTimer(close)
  const focus = useFocusBefore()
  const dismissByHand = () => {
    close()
    focus.giveBack()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- reading it or using its buttons holds it
    <div
      className={`toast toast-${kind}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
      role="group"
      aria-labelledby={`${name}-text`}
      aria-describedby={detail ? `${name}-detail` : undefined}
      onMouseEnter={timer.pause}
      onMouseLeave={timer.resume}
      onFocus={(event) => {
        focus.note(event)
        timer.pause()
      }}
      onBlur={timer.resume}
    >
      <div>
        <b id={text ? undefined : `${name}-text`}>{title}</b>
        {text ? <Separator>{/[.!?]$/.test(title) ? ' ' : ': '}</Separator> : null}
        {text ? <p id={`${name}-text`}>{text}</p> : null}
        {detail ? <Separator>{/[.!?]$/.test(text ?? title) ? ' ' : '. '}</Separator> : null}
        {detail ? (
          <p id={`${name}-detail`} className="toast-detail">
            {detail}
          </p>
        ) : null}
      </div>
      {action ? (
        // The sheet writes its label: the region tells the message, not what may be pressed.
        <button
          type="button"
          className="toast-action"
          aria-label={action.label}
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

/** Read aloud, the parts of a toast are sentences: "Sign In Error: …", "Welcome back! …", "Failed to … . The server …". */
function Separator({ children }: { children: string }) {
  return <span className="visually-hidden">{children}</span>
}

/** A toast that is pressed goes, and the focus is where it was before, or at the page's contents where that is gone. */
function useFocusBefore() {
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

/** Calls `onEnd` after six seconds; time spent paused starts them over. */
function useTimer(onEnd: () => void) {
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (paused) return undefined
    const timer = setTimeout(onEnd, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [paused, onEnd])
  return useMemo(() => ({ pause: () => setPaused(true), resume: () => setPaused(false) }), [])
}
