// If systemd runs the site (deploy/tidewright.service), commands must see what the service sees: the settings in
// /etc/tidewright.env, which only root may read, and the data of the service user. This runs a command that root
// types in the project folder in the environment of the service. Plain JavaScript without dependencies, like run.mjs.
import { existsSync, readFileSync } from 'node:fs'

const UNIT = '/etc/systemd/system/tidewright.service'
const OF_THE_SERVICE = new Set(['start', 'user', 'person', 'doctor', 'backup', 'restore', 'seed'])
/** Backups may be on a mounted disk or in root's home, where the service user has no access. */
const ANYWHERE = new Set(['backup', 'restore'])
/** Without the second line, access(2) reports a file as read-only although writing it works. */
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
 * Returns the command line for a command: `node` and `words`, or systemd-run if systemd runs the site from `root`. In
 * that case exits unless the user is root.
 */
export function asService({ root, name, node, words, unitFile = UNIT }) {
  const unit = existsSync(unitFile) ? readFileSync(unitFile, 'utf8').split('\n') : []
  if (!OF_THE_SERVICE.has(name) || !unit.includes(`WorkingDirectory=${root}`)) return [node, ...words]
  if (process.getuid() !== 0) {
    console.error(`systemd runs the site here. Run the command as root: sudo npm run ${name}`)
    process.exit(1)
  }
  if (name === 'start') return ['systemctl', 'start', 'tidewright']
  const properties = unit.filter((line) => SURROUNDINGS.has(line.split('=')[0]))
  if (ANYWHERE.has(name)) properties.push(...PAST_FILE_RIGHTS)
  return [
    'systemd-run',
    ...'--quiet --collect --wait --pipe --pty'.split(' '),
    ...properties.flatMap((property) => ['--property', property]),
    // systemd expands $NAME in arguments.
    ...[node, ...words].map((word) => word.replaceAll('$', '$$$$')),
  ]
}
