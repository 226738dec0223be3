import { useSyncExternalStore } from 'react'
import { useProfile } from '../../web/api/session.ts'
import { chosenKey, unsentKey } from '../../web/api/unsent.ts'

/** Unsent text, kept when the user switches people, reloads, or loses the session. */
export interface Unsent {
  words: string
  write: (next: string) => void
  /** The words at the moment of the call. */
  read: () => string
  /** Clears them, unless the user typed more while `sent` was being sent. */
  forget: (sent: string) => void
}

const changed = new EventTarget()

/** Unsent words to a contact: emails and notes in this browser, the rest in this tab, until they are sent or the user signs out. */
export function useUnsent(
  kind: 'text' | 'pictures' | 'reason' | 'email' | 'note',
  contactId: string,
): Unsent {
  const inBrowser = kind === 'email' || kind === 'note'
  return useKept(
    unsentKey(kind, useProfile().id, contactId),
    inBrowser ? window.localStorage : window.sessionStorage,
  )
}

/** The tab of the composer last chosen for a contact, in this tab of the browser; empty for none. */
export function useChosenChannel(contactId: string): Unsent {
  return useKept(chosenKey('channel', useProfile().id, contactId), window.sessionStorage)
}

function useKept(name: string, storage: Storage): Unsent {
  const read = () => storage.getItem(name) ?? ''
  const write = (next: string) => {
    keep(storage, name, next)
    changed.dispatchEvent(new Event('change'))
  }
  return {
    words: useSyncExternalStore(watch, read),
    write,
    read,
    forget: (sent) => {
      if (read() === sent) write('')
    },
  }
}

function watch(tell: () => void): () => void {
  changed.addEventListener('change', tell)
  return () => changed.removeEventListener('change', tell)
}

/** Stores a value; an empty one is removed. */
export function keep(storage: Storage, name: string, value: string): void {
  if (value === '') storage.removeItem(name)
  else storage.setItem(name, value)
}
