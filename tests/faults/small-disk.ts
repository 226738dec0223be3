import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const report = z.object({
  acknowledged: z.number(),
  refused: z.number(),
  /** SQLSTATEs of the refused writes. */
  states: z.array(z.string()),
  /** Whether writes succeeded again once there was space. */
  recovered: z.boolean(),
  /** Row counts at that time, and after the disk had been read-only. */
  afterFull: z.number(),
  afterReadOnly: z.number(),
  /** The error when opening on a read-only disk. */
  readOnly: z.string(),
})
export type SmallDiskReport = z.infer<typeof report>

/** A tmpfs in a mount namespace, which disappears with the process and needs no root. */
const ON_SMALL_DISK = `mount -t tmpfs -o size="$1" tmpfs "$2" && exec "$3" "$4" "$2" "$5"`

/** Runs the database on a disk of so many megabytes until it is full, and beyond. */
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
