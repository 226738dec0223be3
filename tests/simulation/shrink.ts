import type { PlannedEvent } from './plan.ts'
import { planSimulation, simulate, type Failure, type SimulationOptions } from './simulate.ts'

/** Runs for shrinking; each takes as long as the failing one, or less. */
const MOST_RUNS = 30

/** Leaves out events for as long as the same invariant breaks. */
export async function shrink(options: SimulationOptions, failure: Failure): Promise<PlannedEvent[]> {
  const { events } = planSimulation(options)
  let kept = events.filter(({ at }) => at <= Date.parse(failure.at))
  let runs = 0
  for (let size = Math.ceil(kept.length / 2); size >= 1 && runs < MOST_RUNS; size = Math.floor(size / 2)) {
    for (let from = 0; from < kept.length && runs < MOST_RUNS;) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)]
      runs += 1
      if ((await simulate({ ...options, events: fewer })).failure?.invariant === failure.invariant)
        kept = fewer
      else from += size
    }
  }
  return kept
}
