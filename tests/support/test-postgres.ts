// Runs a PostgreSQL until its stdin closes, so that it ends with its parent even if that crashes. Prints the
// superuser URL once it accepts connections. `--durable` turns fsync on; it is off by default for speed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { readErrorCode } from '../../platform/errors.ts'
import { fastestDisk } from './fastest-disk.ts'
import { preparePostgres, unprivilegedUser } from './postgres-binaries.ts'
import { freePort } from './free-port.ts'

const isDurable = process.argv.includes('--durable')

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '200',
  log_min_messages: 'panic',
  ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
}

// Programs cannot always run from a disk in memory.
const scratch = mkdtempSync(join(tmpdir(), 'postgres-'))
const data = mkdtempSync(join(isDurable ? tmpdir() : fastestDisk(), 'postgres-data-'))
process.once('exit', () => {
  for (const directory of [scratch, data]) rmSync(directory, { recursive: true, force: true })
})
// Ctrl-C reaches every process of the terminal; the parent decides.
process.on('SIGINT', () => undefined)

const user = unprivilegedUser()
chmodSync(scratch, 0o755)
const native = preparePostgres(scratch, user)
initialize()
const port = await freePort()
const server = spawn(join(native, 'bin/postgres'), ['-D', data, '-p', String(port), ...settings()], {
  ...user,
  stdio: ['ignore', 'inherit', 'inherit'],
})
server.once('exit', (code) => process.exit(code ?? 1))
process.stdin.once('end', () => server.kill('SIGINT')).resume()
process.once('SIGTERM', () => server.kill('SIGINT'))

const url = `postgres://postgres@127.0.0.1:${port}/postgres`
await waitUntilReady(url)
process.stdout.write(`${url}\n`)

function initialize(): void {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid)
  const { status, stderr } = spawnSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=trust', '--no-sync'],
    { ...user, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`)
}

function settings(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function waitUntilReady(connectionString: string): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (!['ECONNREFUSED', '57P03'].includes(readErrorCode(error) ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
