import { useEffect, useMemo, useRef } from 'react'
import { isTyping } from './key-bindings.ts'

/** Milliseconds after the shortcut. A field that has not appeared by then is not coming. */
const PATIENCE_MS = 5000

interface TypeAhead {
  /** A shortcut was pressed that opens a field. */
  expectField: () => void
  /** The field will not appear. */
  forgetField: () => void
  /** Keeps the key for the expected field, if there is one. */
  keep: (key: string) => boolean
}

/** Keeps the keys typed between a shortcut and the field that it opens, and puts it into the field as it gets the focus. */
export function useTypeAhead(): TypeAhead {
  const early = useRef<{ typed: string; since: number }>(null)
  useEffect(() => {
    const insert = ({ target }: FocusEvent) => {
      if (!isTyping(target)) return
      const typed = early.current?.typed ?? ''
      early.current = null
      if (typed !== '' && target instanceof HTMLInputElement) insertText(target, typed)
    }
    const forget = () => (early.current = null)
    document.addEventListener('focusin', insert)
    document.addEventListener('pointerdown', forget)
    return () => {
      document.removeEventListener('focusin', insert)
      document.removeEventListener('pointerdown', forget)
    }
  }, [])
  return useMemo(
    () => ({
      expectField: () => (early.current = { typed: '', since: performance.now() }),
      forgetField: () => (early.current = null),
      keep: (key) => {
        if (early.current === null || performance.now() - early.current.since > PATIENCE_MS) return false
        early.current.typed += key
        return true
      },
    }),
    [],
  )
}

/** Like typing at the end: React notices the change. */
function insertText(field: HTMLInputElement, text: string): void {
  field.setRangeText(text, field.value.length, field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
