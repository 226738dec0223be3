import { useEffect, useRef, useCallback, useSyncExternalStore } from 'react'

interface ShortcutKeys {
  /** Whether single letters count. */
  single: boolean
  onPalette: () => void
  /** Gets every key typed outside of fields and dialogs, with the `g` before it, if there was one. Says whether it meant something. */
  onKeys: (keys: readonly string[]) => boolean
}

/** Listens to the whole page, never while something is being typed or a dialog is open. */
export function useShortcutKeys(handlers: ShortcutKeys) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const sequence = keySequence()
    const listen = (event: KeyboardEvent) => {
      const { single, onPalette, onKeys } = latest.current
      if (event.defaultPrevented || event.repeat || isDialogOpen()) return
      if (isPaletteKey(event)) {
        event.preventDefault()
        onPalette()
      } else if (single && isPlain(event) && !isTyping(event.target)) {
        if (onKeys(sequence(event.key, event.timeStamp))) event.preventDefault()
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

function isPlain({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && key.length === 1
}

function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null
}

/** How long the second key of a sequence may take, in milliseconds. */
const PATIENCE_MS = 1500

/**
 * Puts single keys together: after `g` the next key belongs to it, for a while. Gives a function that takes each key with its
 * time and returns what was typed so far.
 */
export function keySequence(): (key: string, at: number) => readonly string[] {
  let begun = Number.NEGATIVE_INFINITY
  return (key, at) => {
    const continues = at - begun <= PATIENCE_MS
    begun = key === 'g' && !continues ? at : Number.NEGATIVE_INFINITY
    return continues ? ['g', key] : [key]
  }
}

const STORED = 'single-keys'
const changed = new EventTarget()

/** Whether single letters are shortcuts. Some people dictate or hit keys by accident: WCAG 2.1.4 wants a way to turn them off. */
export function useSingleKeys(): [on: boolean, turn: (on: boolean) => void] {
  const on = useSyncExternalStore(watch, singleKeysOn)
  const turn = useCallback((next: boolean) => {
    if (next) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, 'off')
    changed.dispatchEvent(new Event('change'))
  }, [])
  return [on, turn]
}

function singleKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off'
}

function watch(tell: () => void): () => void {
  changed.addEventListener('change', tell)
  return () => changed.removeEventListener('change', tell)
}

/** Whether letters typed now go into a field. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/**
 * As `ref` of the first field of a form that a press opens: the field takes the focus. A form may come a moment after the
 * press; whoever types somewhere else by then stays there.
 */
export function firstField(field: HTMLElement | null) {
  if (!isTyping(document.activeElement)) field?.focus()
}
