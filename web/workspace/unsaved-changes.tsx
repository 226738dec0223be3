import {
  createContext,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface Guard {
  setUnsaved: (form: string, unsaved: boolean) => void
  leave: (go: () => void, losing?: boolean) => void
}

const GuardContext = createContext<Guard | null>(null)

/** Asks before a form with unsaved changes is lost: by navigation, closing the page, or `useLeave`. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  // Several forms can be open: a contact and its consent record.
  const unsaved = useRef(new Set<string>())
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      unsaved.current.size > 0 && formAt(from.pathname, from.search) !== formAt(to.pathname, to.search),
  )

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.current.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])

  const setUnsaved = useCallback((form: string, now: boolean) => {
    if (now) unsaved.current.add(form)
    else unsaved.current.delete(form)
  }, [])
  const leave = useCallback(
    (go: () => void, losing = false) => (losing || unsaved.current.size > 0 ? setAsked({ go }) : go()),
    [],
  )
  const guard = useMemo(() => ({ setUnsaved, leave }), [setUnsaved, leave])

  const stay = () => {
    setAsked(null)
    blocker.reset?.()
  }
  const discard = () => {
    unsaved.current.clear()
    setAsked(null)
    asked?.go()
    blocker.proceed?.()
  }
  return (
    <GuardContext value={guard}>
      {children}
      <ConfirmDialog
        open={asked !== null || blocker.state === 'blocked'}
        question="Discard unsaved changes?"
        detail="What you changed in the form has not been saved."
        confirm="Discard changes"
        cancel="Keep editing"
        onConfirm={discard}
        onCancel={stay}
      />
    </GuardContext>
  )
}

/** Registers unsaved changes of a form. Returns a function that clears them at once. */
export function useUnsaved(unsaved: boolean): () => void {
  const { setUnsaved } = useGuard()
  const form = useId()
  useEffect(() => {
    setUnsaved(form, unsaved)
    return () => setUnsaved(form, false)
  }, [form, unsaved, setUnsaved])
  return useCallback(() => setUnsaved(form, false), [form, setUnsaved])
}

/** Runs an action that closes the form, after asking if changes would be lost: unsaved ones, or if `losing` is true. */
export function useLeave(): Guard['leave'] {
  return useGuard().leave
}

function useGuard(): Guard {
  const guard = use(GuardContext)
  if (!guard) throw new Error('useUnsaved needs an UnsavedChanges above it')
  return guard
}

/** Identifies the open form by the URL; other parameters do not affect it. */
function formAt(pathname: string, search: string): string {
  const params = new URLSearchParams(search)
  return [
    pathname,
    ...['view', 'tab', 'contact', 'edit', 'step', 'consent', 'post'].map((name) => params.get(name)),
  ].join(' ')
}
