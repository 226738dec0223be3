import { spawnSync } from 'node:child_process'

const checks: Record<string, string[]> = {
  'route types': ['react-router', 'typegen'],
  types: ['tsc', '--noEmit'],
  lint: ['oxlint', '--type-aware', '--deny-warnings'],
  format: ['oxfmt', '--check'],
  'unused code': ['knip'],
}

export interface Tally {
  passed: number
  failed: number
}

/** Types, lint, format and unused code, each counted as one test. Prints the output of a failing check. */
export function runChecks(): Tally {
  const results = Object.entries(checks).map(([name, [command = '', ...args]]) => passes(name, command, args))
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

function passes(name: string, command: string, args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (status !== 0) console.log(stdout + stderr)
  return status === 0
}
