import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'

const program = z.array(z.string())

/** The command line of `npm run NAME` for root in `folder` on a machine with our systemd unit. */
function started(name: string, { folder = '/opt/tidewright', words = ['scripts/any.ts'] } = {}): string[] {
  const asked = { root: folder, name, node: 'node', words, unitFile: 'deploy/tidewright.service' }
  const script = `import { asService } from './scripts/as-service.mjs'
    process.getuid = () => 0
    console.log(JSON.stringify(asService(${JSON.stringify(asked)})))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  return program.parse(JSON.parse(output))
}

test('where systemd runs the site, a command gets the user, settings and data of the service', () => {
  expect(started('doctor')).toEqual(
    expect.arrayContaining([
      'systemd-run',
      'User=tidewright',
      'WorkingDirectory=/opt/tidewright',
      'EnvironmentFile=-/etc/tidewright.env',
      'Environment=DATA_DIR=/var/lib/tidewright',
      'StateDirectory=tidewright',
      'UMask=0077',
    ]),
  )
  expect(started('start')).toEqual(['systemctl', 'start', 'tidewright'])
})

test('only backup and restore may access files beyond the rights of the service user', () => {
  const capability = 'AmbientCapabilities=CAP_DAC_OVERRIDE'
  expect(started('backup')).toContain(capability)
  expect(started('restore')).toContain(capability)
  expect(started('user')).not.toContain(capability)
})

test('dollar signs in a password are escaped for systemd', () => {
  expect(started('user', { words: ['scripts/user.ts', 'a$b$$c'] }).slice(-2)).toEqual([
    'scripts/user.ts',
    'a$$b$$$$c',
  ])
})

test('commands in another folder and developer commands run without systemd', () => {
  expect(started('doctor', { folder: '/home/jo/site' })).toEqual(['node', 'scripts/any.ts'])
  expect(started('check')).toEqual(['node', 'scripts/any.ts'])
})
