import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DurableNodeFS } from '../../platform/database/durable-filesystem.ts'
import { removeStaleFiles, startEngine } from '../../platform/database/start-engine.ts'
import { newDataDirectory } from '../support/databases.ts'
import { runOnSmallDisk, type SmallDiskReport } from './small-disk.ts'

vi.setConfig({ testTimeout: 90_000 })

describe('the embedded database on a small disk', () => {
  let report: SmallDiskReport
  beforeAll(async () => {
    report = runOnSmallDisk(64, await newDataDirectory('empty'))
  })

  test('a full disk rejects writes, loses nothing acknowledged, and recovers once there is space', () => {
    expect(report.acknowledged).toBeGreaterThan(10)
    // Insufficient resources (53), or the engine stopped (57, 08): all become a 503.
    for (const state of report.states) expect(state).toMatch(/^(53|57|08)/)
    expect(report.recovered).toBe(true)
    expect(report.afterFull).toBeGreaterThanOrEqual(report.acknowledged)
    expect(report.afterFull).toBeLessThanOrEqual(report.acknowledged + report.refused)
  })

  test('a read-only disk prevents the start with a clear error and leaves the data unchanged', () => {
    expect(report.readOnly).toMatch(/cannot be written: its disk is read-only.* Nothing was changed/)
    expect(report.afterReadOnly).toBe(report.afterFull)
  })
})

/** A file system with an fsync that can be slow or fail. */
class FaultyFS extends DurableNodeFS {
  mood: 'well' | 'slow' | 'failing' = 'well'
  flushed = 0

  protected override sync(): void {
    if (this.mood === 'failing') throw new Error('EIO')
    if (this.mood === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40)
    this.flushed += 1
  }
}

test('commits wait for a slow fsync, and a failed fsync is never treated as success', async () => {
  const directory = join(await newDataDirectory('empty'), 'database')
  const disk = new FaultyFS(directory)
  const engine = await startEngine({ files: disk, onLog: () => undefined })
  await engine.exec('create table rows (id integer primary key)')
  disk.mood = 'slow'
  const begun = [disk.flushed, performance.now()] as const
  await engine.query('insert into rows values (1)')
  expect(disk.flushed).toBeGreaterThan(begun[0])
  expect(performance.now() - begun[1]).toBeGreaterThanOrEqual(40)
  disk.mood = 'failing'
  await expect(engine.query('insert into rows values (2)')).rejects.toBeInstanceOf(Error)
  disk.mood = 'well'
  removeStaleFiles(directory)
  const again = await startEngine({ files: new FaultyFS(directory), onLog: () => undefined })
  expect((await again.query('select id from rows where id = 1')).rows).toEqual([{ id: 1 }])
  await again.close()
})
