import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DataDirectoryLockedError, lockDataDirectory } from './data-directory-lock.ts'
import { openDatabase } from './open-database.ts'
import { newDataDirectory } from '../../tests/support/databases.ts'
import { startStopwatch } from '../../tests/support/stopwatch.ts'
import { LineProcess } from '../../tests/support/child-process.ts'

const ANOTHER = '00000000-0000-4000-8000-000000000000'
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

test('a second lock is rejected at once, names the holder and the next step, and changes nothing', () => {
  const lock = lockDataDirectory(directory)
  const content = readFileSync(join(directory, 'database.lock'), 'utf8')
  expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryLockedError)
  expect(() => lockDataDirectory(directory)).toThrow(
    expect.objectContaining({
      pid: process.pid,
      message: expect.stringMatching(`pid ${process.pid}.*DATA_DIR.*DATABASE_URL`),
    }),
  )
  expect(readFileSync(join(directory, 'database.lock'), 'utf8')).toBe(content)
  expect(contents()).toEqual(['alive', 'database.lock'])
  lock.release()
})

test('a released lock can be taken again', () => {
  lockDataDirectory(directory).release()
  expect(readdirSync(directory)).toEqual([])
  lockDataDirectory(directory).release()
})

test('one of ten processes that start at once gets the lock', async () => {
  await startContenders(10)
  expect(await race()).toEqual({ locked: 1, refused: 9 })
})

test("one of ten processes that find a dead process's lock takes it over", async () => {
  for (let round = 0; round < 3; round += 1) {
    await startContenders(1)
    expect(await race()).toEqual({ locked: 1, refused: 0 })
    await contenders[0]?.kill()
    await startContenders(10)
    expect(await race()).toEqual({ locked: 1, refused: 9 })
    expect(contents()).toEqual(['alive', 'database.lock'])
    await Promise.all(contenders.map((contender) => contender.kill()))
  }
})

test('the lock of a live process is never taken, even while it is stopped', async () => {
  await startContenders(1)
  expect(await race()).toEqual({ locked: 1, refused: 0 })
  const [holder] = contenders
  holder?.child.kill('SIGSTOP')
  expect(() => lockDataDirectory(directory)).toThrow(expect.objectContaining({ pid: holder?.pid }))
})

test('a lock is taken over when its pid now belongs to another process', () => {
  const forged = forgeLock({ startedAt: '1' })
  expect(lockAndRelease()).toMatchObject({ pid: process.pid, id: expect.not.stringMatching(forged) })
})

test('a lock is taken over after a reboot', () => {
  forgeLock({ boot: ANOTHER, id: ANOTHER })
  expect(lockAndRelease()).toMatchObject({ pid: process.pid, id: expect.not.stringMatching(ANOTHER) })
})

test.each([
  ['machine', { host: 'elsewhere', boot: ANOTHER }],
  ['container, which left no sign of life,', { pidNamespace: 'pid:[1]', id: ANOTHER }],
])('a lock of another %s is left alone', (_, difference) => {
  forgeLock(difference)
  expect(() => lockDataDirectory(directory)).toThrow('cannot be seen from here')
})

test.each([
  // As the next container sees it: same machine, different pid namespace.
  ['a container that was killed', { host: 'former', pidNamespace: 'pid:[1]' }],
  // As its own commands see a hardened service in a booted container: /proc of the service shows the host's boot id.
  ['a service that seems to be of another boot', { boot: ANOTHER }],
])('the lock of %s is taken over, but never while its process lives', async (_, difference) => {
  await startContenders(1)
  expect(await race()).toEqual({ locked: 1, refused: 0 })
  const file = join(directory, 'database.lock')
  const record = z.looseObject({}).parse(JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(file, JSON.stringify({ ...record, ...difference }))
  expect(() => lockDataDirectory(directory)).toThrow('Stop it first')
  await contenders[0]?.kill()
  expect(lockAndRelease()).toMatchObject({ pid: process.pid })
  expect(contents()).toEqual([])
})

test('an unreadable lock is left alone', () => {
  writeFileSync(join(directory, 'database.lock'), 'pid 7')
  expect(() => lockDataDirectory(directory)).toThrow(/cannot be read.*delete the file/)
})

test('the embedded database holds the lock while it is open', async () => {
  const dataDirectory = await newDataDirectory('empty')
  const database = await openDatabase({ dataDirectory })
  const elapsed = startStopwatch()
  await expect(openDatabase({ dataDirectory })).rejects.toThrow(DataDirectoryLockedError)
  expect(elapsed()).toBeLessThan(1000)
  await database.close()
  expect(readdirSync(dataDirectory)).toEqual(['database'])
})

/** Leaves a lock of this process behind, with a modified holder. Returns its id. */
function forgeLock(difference: object): string {
  lockDataDirectory(directory)
  const path = join(directory, 'database.lock')
  const record = z.looseObject({ id: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8')))
  writeFileSync(path, JSON.stringify({ ...record, ...difference }))
  return record.id
}

/** Takes the lock, releases it, and returns its holder record. */
function lockAndRelease(): unknown {
  const lock = lockDataDirectory(directory)
  const record: unknown = JSON.parse(readFileSync(join(directory, 'database.lock'), 'utf8'))
  lock.release()
  return record
}

/** The files in the directory; the liveness socket is named after its lock. */
function contents(): string[] {
  return readdirSync(directory).map((name) => name.replace(/^alive-.*/, 'alive'))
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
