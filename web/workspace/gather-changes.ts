/** An import or a bulk change tells of every row; the lists are read again once. In milliseconds. */
const GATHER_MS = 150
/** A reading that takes longer than this no longer keeps the next one waiting, in milliseconds. */
const PATIENCE_MS = 3_000

/**
 * Reads again what has changed, one reading after the other: on a slow line, changes that come faster than lists do would
 * otherwise break off every reading before it ends. `read` gets the names of a while at once and never rejects.
 */
export function gatherChanges<Name>(read: (changed: ReadonlySet<Name>) => Promise<unknown>) {
  const waiting = new Set<Name>()
  let reading = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan() {
    if (!reading && waiting.size > 0) timer ??= setTimeout(() => void begin(), GATHER_MS)
  }

  async function begin() {
    timer = undefined
    reading = true
    const changed = new Set(waiting)
    waiting.clear()
    await Promise.race([read(changed), pause(PATIENCE_MS)])
    reading = false
    plan()
  }

  return {
    add: (changed: readonly Name[]) => {
      for (const name of changed) waiting.add(name)
      plan()
    },
    forget: () => {
      waiting.clear()
      clearTimeout(timer)
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
