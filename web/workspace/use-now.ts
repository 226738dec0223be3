import { useSyncExternalStore } from 'react'

const EVERY_MS = 15_000

let now = new Date()
let timer: ReturnType<typeof setInterval> | undefined
const watchers = new Set<() => void>()

/** The current time, updated every 15 seconds by one shared timer. */
export function useNow(): Date {
  return useSyncExternalStore(watch, () => now)
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  if (timer === undefined) {
    tick()
    timer = setInterval(tick, EVERY_MS)
  }
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick() {
  now = new Date()
  for (const changed of watchers) changed()
}
