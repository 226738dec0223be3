import type { Database, Transaction } from '../../platform/database/database.ts'
import { seedPolicyFixtures } from './policy-fixtures.ts'

/**
 * Opens one transaction, writes the fixtures and passes `work` a database whose transactions are all rolled back, so
 * that every operation finds the same rows. Nothing is ever committed.
 */
export async function dryRun<T>(
  database: Database,
  work: (scratch: Database, tx: Transaction) => Promise<T>,
): Promise<T> {
  return rollBackAfter(database, async (tx) => {
    await seedPolicyFixtures(tx)
    return work(await openDryRun(tx, database.kind), tx)
  })
}

/** Applies a change to the rules while `work` runs, then rolls it back. */
export async function dryRunChange<T>(
  tx: Transaction,
  { kind, change }: { kind: Database['kind']; change: string },
  work: (scratch: Database) => Promise<T>,
): Promise<T> {
  await tx.query('savepoint unchanged')
  await tx.query(change)
  try {
    return await work(await openDryRun(tx, kind))
  } finally {
    await tx.query('rollback to savepoint unchanged')
  }
}

async function openDryRun(tx: Transaction, kind: Database['kind']): Promise<Database> {
  await tx.query('savepoint fixtures')
  const transaction: Database['transaction'] = async (work, options) => {
    if (options?.readOnly) await tx.query('set local transaction_read_only = on')
    try {
      return await work(tx)
    } finally {
      await tx.query('rollback to savepoint fixtures')
    }
  }
  return {
    kind,
    transaction,
    read: (statements) =>
      transaction(
        (inner) => Promise.allSettled(statements.map(({ text, values }) => inner.query(text, values))),
        {
          readOnly: true,
        },
      ),
    snapshot: () => Promise.reject(new Error('A dry run makes no backups.')),
    load: () => ({ active: 1, waiting: 0, connections: 1 }),
    asOwner: () => Promise.reject(new Error('A dry run migrates nothing.')),
    script: () => Promise.reject(new Error('A dry run migrates nothing.')),
    outsideTransactions: () =>
      Promise.reject(new Error('A dry run has no statements outside its transaction.')),
    // Nothing is committed, so there are no notifications.
    listen: () => Promise.resolve(() => Promise.resolve()),
    afterCommit: () => () => undefined,
    close: () => Promise.resolve(),
  }
}

async function rollBackAfter<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const rollback = new Error('The dry run is over.')
  let result: { value: T } | undefined
  try {
    await database.transaction(async (tx) => {
      result = { value: await work(tx) }
      throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  if (result === undefined) throw rollback
  return result.value
}
