import { useEffect, useRef, useCallback, useSyncExternalStore } from 'react'

interface ShortcutKeys {
  /** Whether single-letter shortcuts are on. */
  single: boolean
  onPalette: () => void
  /** Called with every key outside fields and dialogs, after a preceding `g` if any. Returns whether it was handled. */
  onKeys: (keys: readonly string[]) => boolean
}

/** Maximum pause within a sequence, in milliseconds. */
const PATIENCE_MS = 1500

const STORED = 'single-keys'
const changed = new EventTarget()

/** Global shortcuts, inactive while typing or while a dialog is open. */
export function useShortcutKeys(handlers: ShortcutKeys) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const sequence = keySequence()
    const listen = (event: KeyboardEvent) => {
      const { single, onPalette, onKeys } = latest.current
      if (event.defaultPrevented || event.repeat) return
      const forPalette = isPaletteKey(event)
      const forKeys = single && isPlain(event) && !isTyping(event.target)
      // Last, because it looks through the whole page, and letters typed into a field need no answer.
      if (!(forPalette || forKeys) || isDialogOpen()) return
      if (forPalette) {
        event.preventDefault()
        onPalette()
      } else if (onKeys(sequence(event.key, event.timeStamp))) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/**
 * Combines `g` and the key after it into a sequence. The returned function takes each key with its time and returns the keys
 * typed so far.
 */
export function keySequence(): (key: string, at: number) => readonly string[] {
  let begun = Number.NEGATIVE_INFINITY
  return (key, at) => {
    const continues = at - begun <= PATIENCE_MS
    begun = key === 'g' && !continues ? at : Number.NEGATIVE_INFINITY
    return continues ? ['g', key] : [key]
  }
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
}

function isPlain({ ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && key.length === 1
}

/** Whether typed letters go into a field. A checkbox takes none: after a click on one, shortcuts still work. */
export function isTyping(target: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
  return target instanceof HTMLElement && target.matches(fields)
}

/** Whether single-letter shortcuts are on. WCAG 2.1.4 requires a switch: dictation or slips can trigger them. */
export function useSingleKeys(): [on: boolean, turn: (on: boolean) => void] {
  const on = useSyncExternalStore(watch, singleKeysOn)
  const turn = useCallback((next: boolean) => {
    if (next) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, 'off')
    changed.dispatchEvent(new Event('change'))
  }, [])
  return [on, turn]
}

function watch(tell: () => void): () => void {
  changed.addEventListener('change', tell)
  return () => changed.removeEventListener('change', tell)
}

function singleKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off'
}

/**
 * Ref of the first field of a form that opens on click: focuses it, unless the user has started typing elsewhere before the form
 * appeared.
 */
export function firstField(field: HTMLElement | null) {
  if (!isTyping(document.activeElement)) field?.focus()
}
