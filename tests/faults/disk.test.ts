import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DurableNodeFS } from '../../platform/database/durable-filesystem.ts'
import { removeStaleFiles, startEngine } from '../../platform/database/start-engine.ts'
import { newDataDirectory } from '../support/databases.ts'
import { runOnSmallDisk, type SmallDiskReport } from './small-disk.ts'

vi.setConfig({ testTimeout: 90_000 })

describe('a disk', () => {
  let report: SmallDiskReport
  beforeAll(async () => {
    report = runOnSmallDisk(64, await newDataDirectory('empty'))
  })

  test('that is full refuses what it cannot keep, loses nothing acknowledged, and goes on by itself once there is room', () => {
    expect(report.acknowledged).toBeGreaterThan(10)
    // Resources used up, or the engine stopped: both are answered as 503, try again.
    for (const state of report.states) expect(state).toMatch(/^(53|57|08)/)
    expect(report.recovered).toBe(true)
    expect(report.afterFull).toBeGreaterThanOrEqual(report.acknowledged)
    expect(report.afterFull).toBeLessThanOrEqual(report.acknowledged + report.refused)
  })

  test('that is read-only lets nothing start, says so, and is as before once it can be written', () => {
    expect(report.readOnly).toMatch(/cannot be written: its disk is read-only.* Nothing was changed/)
    expect(report.afterReadOnly).toBe(report.afterFull)
  })
})

/** A disk that takes its time, or fails, when asked to keep something. */
class FaultyFS extends DurableNodeFS {
  mood: 'well' | 'slow' | 'failing' = 'well'
  flushed = 0

  protected override sync(): void {
    if (this.mood === 'failing') throw new Error('EIO')
    if (this.mood === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40)
    this.flushed += 1
  }
}

test('a disk that is slow is waited for, and one that fails to flush is never taken for one that did', async () => {
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
