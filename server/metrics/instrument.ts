import type { Database } from '../../platform/database/database.ts'
import type { Metrics } from './metrics.ts'

/** The same database; how long its transactions take is noted. */
export function measuredDatabase(
  database: Database,
  { observeTransaction }: Pick<Metrics, 'observeTransaction'>,
): Database {
  async function measure<T>(
    transaction: () => Promise<T>,
    hasFailed: (value: T) => boolean = () => false,
  ): Promise<T> {
    const started = performance.now()
    let outcome: 'committed' | 'failed' = 'failed'
    try {
      const value = await transaction()
      if (!hasFailed(value)) outcome = 'committed'
      return value
    } finally {
      observeTransaction(performance.now() - started, outcome)
    }
  }
  return {
    kind: database.kind,
    transaction: (work, options) => measure(() => database.transaction(work, options)),
    read: (statements, options) =>
      measure(
        () => database.read(statements, options),
        (answers) => answers.some(({ status }) => status === 'rejected'),
      ),
    asOwner: (work) => database.asOwner(work),
    script: (sql) => database.script(sql),
    outsideTransactions: (statement, options) => database.outsideTransactions(statement, options),
    snapshot: (work) => database.snapshot(work),
    listen: (channel, onPayload, onGap) => database.listen(channel, onPayload, onGap),
    load: () => database.load(),
    close: () => database.close(),
  }
}
