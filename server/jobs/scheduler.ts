import { asService } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../dependencies.ts'

type Needed = Pick<Dependencies, 'database' | 'clock'>

/** Skips date-based deletion until the clock has run evenly for a day. */
export function skipAfterClockJump<Deps extends Needed>(
  run: (deps: Deps, ending: AbortSignal) => Promise<void>,
): typeof run {
  return async (deps, ending) => {
    const { rows } = await asService(deps.database, (tx) =>
      tx.query<{ steady: boolean }>('select private.clock_is_steady($1) as steady', [deps.clock()]),
    )
    if (rows[0]?.steady === true) await run(deps, ending)
  }
}
