// Where systemd runs the product (deploy/tidewright.service), its commands have to see what the service sees: the settings
// of /etc/tidewright.env, which root alone may read, and the data of a user of its own. Typed by root in the folder of the
// product they are run so. Plain JavaScript without dependencies, as run.mjs is.
import { existsSync, readFileSync } from 'node:fs'

const UNIT = '/etc/systemd/system/tidewright.service'
const OF_THE_SERVICE = new Set(['start', 'user', 'person', 'doctor', 'backup', 'restore', 'seed'])
/** Backups are put, and found, where that user has no business: a disk that was plugged in, the home of root. */
const ANYWHERE = new Set(['backup', 'restore'])
/** Without the second, asking whether a file may be written says no where writing it works: access(2). */
const PAST_FILE_RIGHTS = ['AmbientCapabilities=CAP_DAC_OVERRIDE', 'SecureBits=no-setuid-fixup']
const SURROUNDINGS = new Set([
  'User',
  'Group',
  'WorkingDirectory',
  'Environment',
  'EnvironmentFile',
  'StateDirectory',
  'StateDirectoryMode',
  'CacheDirectory',
  'CacheDirectoryMode',
  'UMask',
])

/**
 * The program and its words that run a command of the product. Those of `node` and `words`, unless systemd runs the product from
 * `root`. Ends the process where that is so and somebody else than root asks.
 */
export function asService({ root, name, node, words, unitFile = UNIT }) {
  const unit = existsSync(unitFile) ? readFileSync(unitFile, 'utf8').split('\n') : []
  if (!OF_THE_SERVICE.has(name) || !unit.includes(`WorkingDirectory=${root}`)) return [node, ...words]
  if (process.getuid() !== 0) {
    console.error(`systemd runs the site here: type the command as root, or sudo npm run ${name}.`)
    process.exit(1)
  }
  if (name === 'start') return ['systemctl', 'start', 'tidewright']
  const properties = unit.filter((line) => SURROUNDINGS.has(line.split('=')[0]))
  if (ANYWHERE.has(name)) properties.push(...PAST_FILE_RIGHTS)
  return [
    'systemd-run',
    ...'--quiet --collect --wait --pipe --pty'.split(' '),
    ...properties.flatMap((property) => ['--property', property]),
    // In a word of its own, systemd takes $NAME for a variable.
    ...[node, ...words].map((word) => word.replaceAll('$', '$$$$')),
  ]
}
