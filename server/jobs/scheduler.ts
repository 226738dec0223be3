import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'

interface Needs {
  database: Database
  clock: Clock
}

/** Skips date-based deletion until the clock has run evenly for a day. */
export function skipAfterClockJump<Deps extends Needs>(
  run: (deps: Deps, ending: AbortSignal) => Promise<void>,
): typeof run {
  return async (deps, ending) => {
    const { rows } = await asService(deps.database, (tx) =>
      tx.query<{ steady: boolean }>('select private.clock_is_steady($1) as steady', [deps.clock()]),
    )
    if (rows[0]?.steady === true) await run(deps, ending)
  }
}
