import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doubleStart } from '../tests/faults/double-start.ts'
import { runKills } from '../tests/faults/kill.ts'
import { cutPower } from '../tests/faults/power-cut.ts'
import { buildIfStale } from './build-if-stale.ts'

/** Long runs of the fault tests; `npm test` has the short ones. */
const ROUNDS = 50
const CUTS = 200
const SEED = 20_261_120

buildIfStale()
const scratch = mkdtempSync(join(tmpdir(), 'faults-'))
const kills = await runKills({ rounds: ROUNDS, seed: SEED, dataDirectory: join(scratch, 'kills') })
console.log('kills while forms are posted', kills)

const starts = await doubleStart(ROUNDS, join(scratch, 'starts'))
console.log('double starts', starts)
rmSync(scratch, { recursive: true })

const cuts = await cutPower({ cuts: CUTS, seed: SEED })
console.log('power cuts', cuts)

const problems = [...kills.lost, ...kills.problems, ...cuts.problems]
process.exit(problems.length + cuts.lost === 0 ? 0 : 1)
