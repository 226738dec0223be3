import { migrate, MIGRATIONS } from '../platform/database/migrate.ts'
import { openPglite } from '../platform/database/pglite.ts'
import { mistakes } from '../tests/policies/policy-mutants.ts'
import type { Mutation } from '../tests/policies/mutations.ts'
import { listMutations } from '../tests/policies/mutations.ts'
import { dryRun, dryRunChange } from '../tests/policies/dry-run.ts'
import type { Failure } from '../tests/policies/run-matrix.ts'
import { runMatrix } from '../tests/policies/run-matrix.ts'

// Weakens or removes each rule of the database in turn and runs the permission matrix. A mutation without a failing
// cell survives: the matrix does not cover that rule. Arguments select mutations by parts of their names.

const words = process.argv.slice(2)

const database = await openPglite(null)
await migrate(database, MIGRATIONS)
const survivors = await dryRun(database, async (scratch, tx) => {
  const red = await runMatrix(scratch)
  if (red.length > 0) throw new Error(`The matrix fails before any mutation: ${JSON.stringify(red, null, 2)}`)

  const mutations = [...(await listMutations(tx)), ...mistakes].filter(isWanted)
  const alive: Mutation[] = []
  for (const mutation of mutations) {
    const failures = await dryRunChange(tx, { kind: database.kind, change: mutation.sql }, runMatrix)
    const survived = !failures.some((failure) => notices(failure, mutation))
    console.log(`${survived ? 'SURVIVED' : String(failures.length).padStart(8)}  ${mutation.name}`)
    if (survived) alive.push(mutation)
  }
  console.log(
    `${mutations.length - alive.length} of ${mutations.length} mutations detected, ${alive.length} survived`,
  )
  return alive
})
await database.close()
if (survivors.length > 0) process.exitCode = 1

function isWanted({ name }: Mutation): boolean {
  return words.length === 0 || words.some((word) => name.includes(word))
}

/** A failing cell of another rule does not prove that this rule is covered. */
function notices({ table, privilege }: Failure, { noticedBy }: Mutation): boolean {
  return noticedBy === undefined || (noticedBy.table === table && noticedBy.privilege === privilege)
}
