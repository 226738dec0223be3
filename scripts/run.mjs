// Entry point of every `npm run` command. Plain JavaScript without dependencies that runs on Node.js 20 and newer:
// installs missing packages, then starts the pinned Node.js of the project.
import { spawnSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asService } from './as-service.mjs'
import { memory } from './memory.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const commands = {
  start: [...memory.flags, 'scripts/start.ts'],
  build: ['scripts/build.ts'],
  dev: ['scripts/dev.ts'],
  test: ['scripts/test.ts'],
  'test:long': ['scripts/test.ts', '--long'],
  check: ['scripts/check.ts'],
  user: ['scripts/user.ts'],
  person: ['scripts/person.ts'],
  seed: ['scripts/seed.ts'],
  doctor: ['scripts/doctor.ts'],
  adopt: ['scripts/adopt.ts'],
  backup: ['scripts/backup.ts'],
  restore: ['scripts/restore.ts'],
  faults: ['scripts/faults.ts'],
  scale: ['scripts/scale.ts'],
  simulate: ['scripts/simulate.ts'],
  fuzz: ['scripts/fuzz.ts'],
  bench: ['scripts/bench.ts'],
  screenshots: ['scripts/screenshots.ts'],
  'mutate-policies': ['scripts/mutate-policies.ts'],
}

const [name = '', ...rest] = process.argv.slice(2)
const command = commands[name]
if (command === undefined)
  fail(`Unknown command "${name}". Available commands: ${Object.keys(commands).join(', ')}.`)

install()
const node = pinnedNode()
linkNode(node)
const [program, ...words] = asService({ root, name, node, words: [...command, ...rest] })
const child = spawn(program, words, {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...(name === 'start' ? memory.environment : {}),
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...process.env,
    PATH: `${dirname(node)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  },
})
child.on('error', ({ message }) => fail(`${program} cannot be started: ${message}`))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) =>
  process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
)

function install() {
  const lock = join(root, 'package-lock.json')
  // A container image has its packages and no lock file.
  if (!existsSync(lock)) return
  const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex')
  const marker = join(root, 'node_modules/.installed-lock')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  console.log('Installing packages (once, and after an update)…')
  runNpm(process.execPath)
  // On an older Node.js, npm silently skips packages that need a newer one. The pinned Node.js is there now.
  if (isOlderThan(20, 19)) runNpm(pinnedNode())
  // Written under another name first, so that an existing marker is always complete.
  writeFileSync(`${marker}.new`, wanted)
  renameSync(`${marker}.new`, marker)
}

function runNpm(node) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`: it rejects a lock file without optional packages for other platforms, which not every registry has.
  // Versions and checksums still come from the lock file, which stays unchanged.
  const { status } = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` },
  })
  if (status !== 0)
    fail(
      'The packages could not be installed. Check that the npm registry is reachable and run the command again.',
    )
}

function isOlderThan(major, minor) {
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number)
  return ourMajor < major || (ourMajor === major && ourMinor < minor)
}

function pinnedNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const own = join(root, `node_modules/node-${platform}-${process.arch}/bin`, file)
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `No packaged Node.js for ${process.platform} ${process.arch}: install Node.js 24 or newer and try again.`,
  )
}

/** Provides the `node` that the systemd unit expects; npm 9 does not create the link. */
function linkNode(node) {
  const link = join(root, 'node_modules/.bin/node')
  if (node !== process.execPath && !existsSync(link)) symlinkSync(relative(dirname(link), node), link)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
