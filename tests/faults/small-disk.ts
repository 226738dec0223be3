import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const report = z.object({
  acknowledged: z.number(),
  refused: z.number(),
  /** What the refusals were. */
  states: z.array(z.string()),
  /** Whether writing went on by itself once there was room. */
  recovered: z.boolean(),
  /** Rows there at that time, and after the disk had been read-only. */
  afterFull: z.number(),
  afterReadOnly: z.number(),
  /** What opening it on a read-only disk said. */
  readOnly: z.string(),
})
export type SmallDiskReport = z.infer<typeof report>

/** A disk in memory that only the process sees and that goes with it; a name space of its own makes that possible without being root. */
const ON_SMALL_DISK = `mount -t tmpfs -o size="$1" tmpfs "$2" && exec "$3" "$4" "$2" "$5"`

/** Runs the database on a disk of so many megabytes, until it is full and longer. */
export function runOnSmallDisk(megabytes: number, template: string): SmallDiskReport {
  const place = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    const writer = join(import.meta.dirname, 'small-disk-writer.ts')
    const user = process.getuid?.() === 0 ? [] : ['--map-root-user']
    const words = [
      'sh',
      '-c',
      ON_SMALL_DISK,
      'sh',
      `${megabytes}m`,
      place,
      process.execPath,
      writer,
      template,
    ]
    const { stdout, stderr, status } = spawnSync('unshare', ['--mount', ...user, ...words], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The database on a small disk ended with ${status}: ${stderr}`)
    return report.parse(JSON.parse(stdout))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
