import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningServer } from '../server/running-server.ts'

// `node scripts/await-ready.ts PID DATA_DIR`: ends when the server says on /readyz that it can work, with status 1 when the
// process of that pid has ended before. For systemd, which takes a start for done when this is (deploy/tidewright.service).
// The settings are not read: when they are wrong, the server has to come to say so.

const [pid, dataDirectory = ''] = process.argv.slice(2)

while (!(await isReady())) {
  if (!isAlive()) process.exit(1)
  await sleep(200)
}

async function isReady(): Promise<boolean> {
  const origin = await findRunningServer(dataDirectory)
  if (origin === null) return false
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    // Nobody listens yet; the address may also be that of a server that was killed.
    return false
  }
}

function isAlive(): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}
