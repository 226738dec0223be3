import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirectoryLockedError, lockDataDirectory } from './data-directory-lock.ts'
import { openDatabase } from './open-database.ts'
import { newDataDirectory } from '../../tests/support/databases.ts'
import { startStopwatch } from '../../tests/support/stopwatch.ts'
import { LineProcess } from '../../tests/support/child-process.ts'

const CONTENDER = join(import.meta.dirname, 'lock-contender.fixture.ts')

let directory: string
let contenders: LineProcess[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'))
  contenders = []
})

afterEach(async () => {
  await Promise.all(contenders.map((contender) => contender.kill()))
  rmSync(directory, { recursive: true, force: true })
})

test('a second lock is rejected at once, names the holder and the next step, and changes nothing', async () => {
  const lock = await lockDataDirectory(directory)
  const content = readLock()
  await expect(lockDataDirectory(directory, 0)).rejects.toThrow(DataDirectoryLockedError)
  await expect(lockDataDirectory(directory, 0)).rejects.toThrow(
    expect.objectContaining({
      pid: process.pid,
      message: expect.stringMatching(`pid ${process.pid} on ${hostname()}.*DATA_DIR.*DATABASE_URL`),
    }),
  )
  expect(readLock()).toBe(content)
  lock.release()
})

test('a released lock can be taken again', async () => {
  for (let round = 0; round < 2; round += 1) (await lockDataDirectory(directory)).release()
  expect(readdirSync(directory)).toEqual(['database.lock'])
})

test('one of ten processes that start at once gets the lock', async () => {
  await startContenders(10)
  expect(await race()).toEqual({ locked: 1, refused: 9 })
})

test('one of ten processes that start after a killed one gets the lock', async () => {
  for (let round = 0; round < 3; round += 1) {
    await startContenders(1)
    expect(await race()).toEqual({ locked: 1, refused: 0 })
    await contenders[0]?.kill()
    await startContenders(10)
    expect(await race()).toEqual({ locked: 1, refused: 9 })
    await Promise.all(contenders.map((contender) => contender.kill()))
  }
})

test('the lock of a live process is never taken, even while it is stopped', async () => {
  const holder = await startHolder()
  holder.child.kill('SIGSTOP')
  await expect(lockDataDirectory(directory)).rejects.toThrow(expect.objectContaining({ pid: holder.pid }))
})

// As after a kill and a restart, or in the next container, where pids repeat.
test('a lock file without its process never blocks a start, even if its pid runs again or is unreadable', async () => {
  for (const content of [JSON.stringify({ pid: process.pid, host: hostname() }), 'pid 7']) {
    writeFileSync(join(directory, 'database.lock'), content)
    const lock = await lockDataDirectory(directory, 0)
    expect(JSON.parse(readLock())).toEqual({ pid: process.pid, host: hostname() })
    lock.release()
  }
})

test('a start waits for a dying holder that still has the lock', async () => {
  const holder = await startHolder()
  nameAsHolder({ pid: endedPid(), host: hostname() })
  const waiting = lockDataDirectory(directory)
  await holder.kill()
  const lock = await waiting
  expect(JSON.parse(readLock())).toEqual({ pid: process.pid, host: hostname() })
  lock.release()
})

test.each([
  ['dying', () => ({ pid: endedPid(), host: hostname() })],
  ['of another container', () => ({ pid: process.pid, host: 'elsewhere' })],
])('a holder that is %s and keeps the lock is named in the error once the wait is over', async (_, name) => {
  await startHolder()
  const holder = name()
  nameAsHolder(holder)
  await expect(lockDataDirectory(directory, 100)).rejects.toThrow(
    `in use by the process with the pid ${holder.pid} on ${holder.host}. Stop it first`,
  )
})

test('the embedded database holds the lock while it is open', async () => {
  const dataDirectory = await newDataDirectory('empty')
  const database = await openDatabase({ dataDirectory })
  const elapsed = startStopwatch()
  await expect(openDatabase({ dataDirectory })).rejects.toThrow(DataDirectoryLockedError)
  expect(elapsed()).toBeLessThan(1000)
  await database.close()
  expect(readdirSync(dataDirectory).toSorted()).toEqual(['database', 'database.lock'])
})

async function startHolder(): Promise<LineProcess> {
  await startContenders(1)
  expect(await race()).toEqual({ locked: 1, refused: 0 })
  const [holder] = contenders
  if (!holder) throw new Error('No contender was started.')
  return holder
}

function nameAsHolder(holder: { pid: number; host: string }): void {
  writeFileSync(join(directory, 'database.lock'), JSON.stringify(holder))
}

function readLock(): string {
  return readFileSync(join(directory, 'database.lock'), 'utf8')
}

/** The pid of a process that has just ended. */
function endedPid(): number {
  return spawnSync('true').pid
}

async function startContenders(count: number): Promise<void> {
  contenders = Array.from({ length: count }, () => new LineProcess(CONTENDER, directory))
  for (const contender of contenders) expect(await contender.says()).toBe('waiting')
}

async function race(): Promise<{ locked: number; refused: number }> {
  for (const contender of contenders) contender.go()
  const answers = await Promise.all(contenders.map((contender) => contender.says()))
  const locked = answers.filter((answer) => answer === 'locked').length
  return { locked, refused: answers.filter((answer) => answer.startsWith('refused')).length }
}
