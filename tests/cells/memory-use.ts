import { readdirSync, readFileSync } from 'node:fs'

/** In megabytes, at the moment at which all processes together had most. */
export interface MemoryUse {
  processes: number
  /** Shared pages divided among the processes that share them. */
  pss: number
  rss: number
}

const EVERY_MS = 2_000
const KINDS = [
  ['cells', /server\.ts/],
  ['front', /front\.ts/],
  ['PostgreSQL', /postgres/],
] as const

/** Watches the front, its cells and the PostgreSQL that this process started, on Linux. */
export function watchMemory(): { stop: () => Record<string, MemoryUse> } {
  let most = readMemory()
  const watching = setInterval(() => {
    const now = readMemory()
    if (total(now) > total(most)) most = now
  }, EVERY_MS)
  return {
    stop: () => {
      clearInterval(watching)
      return { ...most, all: sum(Object.values(most)) }
    },
  }
}

function readMemory(): Record<string, MemoryUse> {
  const found = listDescendants(process.pid).flatMap((pid) => readProcess(pid) ?? [])
  return Object.fromEntries(
    KINDS.map(([kind, command]) => [kind, sum(found.filter((one) => command.test(one.command)))]),
  )
}

function total(uses: Record<string, MemoryUse>): number {
  return sum(Object.values(uses)).pss
}

function sum(uses: readonly MemoryUse[]): MemoryUse {
  const add = (column: keyof MemoryUse) => Math.round(uses.reduce((all, use) => all + use[column], 0))
  return { processes: add('processes'), pss: add('pss'), rss: add('rss') }
}

function listDescendants(root: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const parent = /^\d+$/.test(name) && /^PPid:\t(\d+)$/m.exec(readProc(name, 'status'))?.[1]
    return parent ? [[Number(name), Number(parent)] as const] : []
  })
  const found = new Set([root])
  // A child may be listed before its parent.
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
  }
  found.delete(root)
  return [...found]
}

function readProcess(pid: number): (MemoryUse & { command: string }) | null {
  const rollup = readProc(pid, 'smaps_rollup')
  const megabytes = (name: string) => Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024
  if (rollup === '') return null
  const command = readProc(pid, 'cmdline').replaceAll('\0', ' ')
  // The program that starts PostgreSQL for tests is no part of it.
  if (command.includes('test-postgres.ts')) return null
  return { command, processes: 1, pss: megabytes('Pss'), rss: megabytes('Rss') }
}

/** Empty if the process has ended. */
function readProc(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
