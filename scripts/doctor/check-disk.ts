import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Disk'
const GB = 1024 ** 3
const LOW = 2 * GB
const FULL = GB / 5

/** The room left where the data lies. */
export async function checkDisk(dataDirectory: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(existsSync(dataDirectory) ? dataDirectory : '.')
  return [judgeRoom(bavail * bsize, dataDirectory)]
}

/** `free` in bytes. */
export function judgeRoom(free: number, dataDirectory: string): Finding {
  const says = `${(free / GB).toFixed(1)} GB are free for ${dataDirectory}.`
  const todo =
    'Make room, or move DATA_DIR to a larger disk; old backups in DATA_DIR/backups may go to another machine.'
  if (free < FULL) return broken(ABOUT, `${says} Soon nothing can be stored.`, todo)
  return free < LOW ? attention(ABOUT, says, todo) : ok(ABOUT, says)
}
