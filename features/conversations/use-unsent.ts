import { useSyncExternalStore } from 'react'
import { useProfile } from '../../web/api/session.ts'
import { chosenKey, unsentKey } from '../../web/api/unsent.ts'

/** Unsent text, kept when the user switches people, reloads, or loses the session. */
export interface UnsentStore {
  /** The words at the moment of the call. */
  read: () => string
  write: (next: string) => void
  /** Clears them, unless the user typed more while `sent` was being sent. */
  forget: (sent: string) => void
}

interface Unsent extends UnsentStore {
  words: string
}

const changed = new EventTarget()

type UnsentKind = 'text' | 'pictures' | 'reason' | 'email' | 'note'

/**
 * Unsent words to a contact: emails and notes in this browser, the rest in this tab, until they are sent or the user signs out. Renders
 * again when they change.
 */
export function useUnsent(kind: UnsentKind, contactId: string): Unsent {
  return useWords(useUnsentStore(kind, contactId))
}

/** The same without the words: typing does not render again. */
export function useUnsentStore(kind: UnsentKind, contactId: string): UnsentStore {
  const inBrowser = kind === 'email' || kind === 'note'
  return storeAt(
    unsentKey(kind, useProfile().id, contactId),
    inBrowser ? window.localStorage : window.sessionStorage,
  )
}

/** What `find` returns for the words. Renders again when that changes. */
export function useFromWords<Part extends string | boolean>(
  { read }: UnsentStore,
  find: (words: string) => Part,
): Part {
  return useSyncExternalStore(watch, () => find(read()))
}

/** Whether nothing is written. */
export function useBlank(store: UnsentStore): boolean {
  return useFromWords(store, (words) => words.trim() === '')
}

/** The tab of the composer last chosen for a contact, in this tab of the browser; empty for none. */
export function useChosenChannel(contactId: string): Unsent {
  return useWords(storeAt(chosenKey('channel', useProfile().id, contactId), window.sessionStorage))
}

function useWords(store: UnsentStore): Unsent {
  return { ...store, words: useSyncExternalStore(watch, store.read) }
}

function storeAt(name: string, storage: Storage): UnsentStore {
  const read = () => storage.getItem(name) ?? ''
  const write = (next: string) => {
    keep(storage, name, next)
    changed.dispatchEvent(new Event('change'))
  }
  return {
    read,
    write,
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
