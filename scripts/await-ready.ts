import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/config.ts'
import { findRunningServer } from '../server/running-server.ts'

// `node scripts/await-ready.ts PID`: ends when the server with that pid says on /readyz that it can work, with status 1 when
// the server has ended before. For systemd, which takes a start for done when this is (deploy/tidewright.service).

const { dataDirectory } = readConfig()
const pid = Number(process.argv[2])

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
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
