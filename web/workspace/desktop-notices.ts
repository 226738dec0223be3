import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useProfile } from '../api/session.ts'
import { closedRecord, useAddress } from './url-state.ts'

/** `blocked`: turned on, or asked for, and the browser's settings forbid it. */
export type DesktopNotices = 'off' | 'on' | 'blocked' | 'unsupported'

interface Notice {
  /** Two tabs that show the same id show it once. */
  id: string
  /** Older ones than the newest of the first call are never shown. */
  at: string
  title: string
  body: string
  /** Opened by a click; without one, the list of notifications. */
  contactId: string | null
}

const changed = new EventTarget()
/** Some browsers have the class and refuse to construct it, for example on Android. */
let refused = false

/** Notices of the operating system while a dashboard tab is open; chosen by each person for this browser. */
export function useDesktopNotices() {
  const name = `desktop-notices ${useProfile().id}`
  const state = useSyncExternalStore(
    watch,
    () => readState(name),
    () => 'off' as const,
  )
  /** Call it from a click: browsers ask only then. Resolves to whether the person let us. */
  const turnOn = useCallback(async () => {
    const answer = await Notification.requestPermission()
    if (answer !== 'default') localStorage.setItem(name, 'on')
    if (answer === 'granted') construct({ title: 'Desktop notifications are on', body: '', tag: name })
    changed.dispatchEvent(new Event('change'))
    return answer === 'granted'
  }, [name])
  const turnOff = useCallback(() => {
    localStorage.removeItem(name)
    changed.dispatchEvent(new Event('change'))
  }, [name])
  return { state, turnOn, turnOff }
}

/** Opens a contact, or without one the list of notifications. */
export function useOpenNotice(): (contactId: string | null) => void {
  const { change } = useAddress()
  return useCallback(
    (contactId) =>
      change({
        ...closedRecord,
        view: null,
        post: null,
        contact: contactId,
        tab: contactId ? null : 'notifications',
      }),
    [change],
  )
}

/** Shows notices newer than those of the first call, unless the person looks at this tab. Undefined while loading. */
export function useShowNotices(notices: readonly Notice[] | undefined): void {
  const open = useOpenNotice()
  const known = useRef<{ ids: Set<string>; since: number }>(undefined)
  useEffect(() => {
    if (!notices) return
    const since = known.current?.since ?? Math.max(0, ...notices.map(({ at }) => Date.parse(at)))
    const ids = known.current?.ids ?? new Set(notices.map(({ id }) => id))
    known.current = { ids, since }
    const fresh = notices.filter(({ id, at }) => !ids.has(id) && Date.parse(at) >= since)
    for (const { id } of fresh) ids.add(id)
    if (document.hasFocus()) return
    for (const { id, title, body, contactId } of fresh) {
      const shown = construct({ title, body, tag: id })
      shown?.addEventListener('click', () => {
        window.focus()
        shown.close()
        open(contactId)
      })
    }
  }, [notices, open])
}

function construct({ title, ...options }: { title: string; body: string; tag: string }) {
  try {
    return new Notification(title, { ...options, icon: '/icon-192.png' })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    refused = true
    changed.dispatchEvent(new Event('change'))
    return null
  }
}

function readState(name: string): DesktopNotices {
  if (refused || !('Notification' in window)) return 'unsupported'
  if (localStorage.getItem(name) === null) return 'off'
  if (Notification.permission === 'default') return 'off'
  return Notification.permission === 'granted' ? 'on' : 'blocked'
}

/** Also follows changes made in another tab or in the browser's settings. */
function watch(tell: () => void): () => void {
  changed.addEventListener('change', tell)
  window.addEventListener('storage', tell)
  window.addEventListener('focus', tell)
  return () => {
    changed.removeEventListener('change', tell)
    window.removeEventListener('storage', tell)
    window.removeEventListener('focus', tell)
  }
}
