import { spawnSync } from 'node:child_process'

// The headless shell starts faster and needs less memory.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Path of the browser for journeys. Installs Chromium from the operating system if permitted, otherwise throws. */
export function findChromium(): string {
  const found = locateChromium()
  if (found !== undefined) return found
  installFromSystem()
  const installed = locateChromium()
  if (installed === undefined) {
    throw new Error(
      'No Chromium found. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
    )
  }
  return installed
}

/** Path of an installed Chromium. */
export function locateChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen !== undefined) return chosen
  for (const name of NAMES) {
    const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return undefined
}

function installFromSystem(): void {
  if (process.getuid?.() !== 0 || spawnSync('which', ['apt-get']).status !== 0) return
  console.log('Installing Chromium from the operating system…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
}
