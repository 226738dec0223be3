import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningServer } from '../server/running-server.ts'

// `node scripts/await-ready.ts PID DATA_DIR` exits once /readyz reports that the server is ready, with status 1 if
// the process with that pid has ended before. systemd counts a start as done when this exits
// (deploy/tidewright.service). It does not read the settings: the server itself has to report errors in them.

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
    // Not listening yet, or the address of a server that was killed.
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
