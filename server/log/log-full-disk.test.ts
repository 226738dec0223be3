import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const PROGRAM = `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { createLog } from './server/log/log.ts'
  const log = createLog({ level: 'info' })
  for (const line of ['one', 'two', 'three']) {
    log.info(line)
    await sleep(10)
  }
  console.error('still here')
  process.exit(0)
`

describe('A log on a full disk', () => {
  test('a log on a full disk neither ends the process nor keeps it running', () => {
    const { status, signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
      timeout: 10_000,
    })
    expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: 'still here\n' })
  })
})
