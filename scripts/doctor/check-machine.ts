import { attention, broken, ok, type Finding } from './finding.ts'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

const ABOUT = 'Clock'
/** Sign-in tolerates this difference. */
const NOTICED_S = 30
/** Beyond this, second-factor codes and signatures of storage requests fail. */
const BROKEN_S = 300

/** Compares the clock of this machine with other clocks at the same moment. */
export function checkClock(here: Date, others: readonly { whose: string; says: Date }[]): Finding[] {
  if (others.length === 0)
    return [attention(ABOUT, 'No other clock to compare with.', 'Start the site and run this command again.')]
  const worst = others
    .map(({ whose, says }) => ({ whose, seconds: Math.round((here.getTime() - says.getTime()) / 1_000) }))
    .toSorted((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds))[0]
  const apart = Math.abs(worst?.seconds ?? 0)
  if (apart <= NOTICED_S)
    return [ok(ABOUT, `The clock agrees with ${others.map(({ whose }) => whose).join(' and ')}.`)]
  const says = `The clock is ${apart} seconds ${(worst?.seconds ?? 0) > 0 ? 'ahead of' : 'behind'} ${worst?.whose}.`
  const todo = 'Synchronize both clocks over the network: timedatectl set-ntp true'
  return [apart > BROKEN_S ? broken(ABOUT, `${says} Signing in fails.`, todo) : attention(ABOUT, says, todo)]
}

const DISK = 'Disk'
const GB = 1024 ** 3
const LOW = 2 * GB
const FULL = GB / 5

/** Free disk space for the data directory. */
export async function checkDisk(dataDirectory: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(existsSync(dataDirectory) ? dataDirectory : '.')
  return [judgeRoom(bavail * bsize, dataDirectory)]
}

/** `free` in bytes. */
export function judgeRoom(free: number, dataDirectory: string): Finding {
  const says = `${(free / GB).toFixed(1)} GB free for ${dataDirectory}.`
  const todo =
    'Free some space, or move DATA_DIR to a larger disk. You can move old backups in DATA_DIR/backups to another machine.'
  if (free < FULL) return broken(DISK, `${says} Soon writes will fail.`, todo)
  return free < LOW ? attention(DISK, says, todo) : ok(DISK, says)
}

const PROGRAM = 'Program'

/** The Node.js version, and whether the pages were built. */
export function checkProgram(): Finding[] {
  const version = process.versions.node
  if (Number(version.split('.')[0]) < 24) {
    return [broken(PROGRAM, `Node.js ${version} is too old.`, 'Install Node.js 24 or newer.')]
  }
  if (!existsSync('build/server/index.js')) {
    return [broken(PROGRAM, 'The pages have not been built.', 'Run npm start once to build them.')]
  }
  return [ok(PROGRAM, `Node.js ${version}; the pages are built.`)]
}
