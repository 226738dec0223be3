import { useEffect, useRef } from 'react'
import { isTyping } from './is-typing.ts'
import { keySequence } from './key-sequence.ts'

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
