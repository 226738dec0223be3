import { useCallback, useSyncExternalStore } from 'react'

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
