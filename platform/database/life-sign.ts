import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'

/**
 * Opens a socket that answers as long as this process lives, also to processes in other containers, which cannot see this one.
 * The system closes it however the process ends. Null where the directory cannot hold a socket.
 */
export function showLife(path: string): Server | null {
  const server = createServer((socket) => socket.destroy())
  // Reported later, but `listening` tells at once.
  server.on('error', () => undefined)
  server.listen({ path, readableAll: true, writableAll: true })
  server.unref()
  return server.listening ? server : null
}

export function hideLife(server: Server | null, path: string): void {
  server?.close()
  rmSync(path, { force: true })
}

const ASK = `
  const socket = require('node:net').connect(process.argv[1])
  socket.on('connect', () => process.exit(0))
  socket.on('error', (error) => process.exit(error.code === 'ECONNREFUSED' ? 3 : 4))
`
const ANSWERS: Readonly<Record<number, 'alive' | 'dead'>> = { 0: 'alive', 3: 'dead' }

/** Asks at the socket: 'dead' when it is there and its process is not; 'unknown' where there is none, or nobody may ask. */
export function askForLife(path: string): 'alive' | 'dead' | 'unknown' {
  const { status } = spawnSync(process.execPath, ['-e', ASK, path], { timeout: 5_000 })
  return ANSWERS[status ?? -1] ?? 'unknown'
}
