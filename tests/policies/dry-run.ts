import type { Database, Transaction } from '../../platform/database/database.ts'
import { seedCast } from './policy-fixtures.ts'

/**
 * Opens one transaction, writes the cast into it and hands `work` a database in which nothing stays: each of its
 * transactions is rolled back when it is over, so every operation finds the same rows. Nothing is ever committed.
 */
export async function rehearse<T>(
  database: Database,
  work: (rehearsal: Database, stage: Transaction) => Promise<T>,
): Promise<T> {
  return undone(database, async (stage) => {
    await seedCast(stage)
    return work(await rehearsalOn(stage, database.kind), stage)
  })
}

/** Changes the rules for the length of `work`, which gets the rehearsal's database under the changed rules. */
export async function rehearseWith<T>(
  stage: Transaction,
  { kind, change }: { kind: Database['kind']; change: string },
  work: (rehearsal: Database) => Promise<T>,
): Promise<T> {
  await stage.query('savepoint unchanged')
  await stage.query(change)
  try {
    return await work(await rehearsalOn(stage, kind))
  } finally {
    await stage.query('rollback to savepoint unchanged')
  }
}

async function rehearsalOn(stage: Transaction, kind: Database['kind']): Promise<Database> {
  await stage.query('savepoint rehearsal')
  const transaction: Database['transaction'] = async (work, options) => {
    if (options?.readOnly) await stage.query('set local transaction_read_only = on')
    try {
      return await work(stage)
    } finally {
      await stage.query('rollback to savepoint rehearsal')
    }
  }
  return {
    kind,
    transaction,
    read: (statements) =>
      transaction((tx) => Promise.allSettled(statements.map(({ text, values }) => tx.query(text, values))), {
        readOnly: true,
      }),
    snapshot: () => Promise.reject(new Error('Nobody makes a backup during a rehearsal.')),
    load: () => ({ active: 1, waiting: 0, connections: 1 }),
    asOwner: () => Promise.reject(new Error('Nobody migrates during a rehearsal.')),
    script: () => Promise.reject(new Error('Nobody migrates during a rehearsal.')),
    outsideTransactions: () => Promise.reject(new Error('Nobody tidies up during a rehearsal.')),
    // Nothing is committed, so nothing is ever announced.
    listen: () => Promise.resolve(() => Promise.resolve()),
    close: () => Promise.resolve(),
  }
}

async function undone<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const curtain = new Error('The rehearsal is over.')
  let result: { value: T } | undefined
  try {
    await database.transaction(async (tx) => {
      result = { value: await work(tx) }
      throw curtain
    })
  } catch (error) {
    if (error !== curtain) throw error
  }
  if (result === undefined) throw curtain
  return result.value
}
