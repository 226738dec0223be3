import type { Database } from './database.ts'

/** The same database; once it is closed, also when that failed, `work` runs. */
export function afterClose(database: Database, work: () => Promise<void>): Database {
  let closed: Promise<void> | null = null
  return {
    kind: database.kind,
    transaction: (callback, options) => database.transaction(callback, options),
    read: (statements, options) => database.read(statements, options),
    asOwner: (callback) => database.asOwner(callback),
    script: (sql) => database.script(sql),
    outsideTransactions: (statement, options) => database.outsideTransactions(statement, options),
    snapshot: (callback) => database.snapshot(callback),
    listen: (channel, onPayload, onGap) => database.listen(channel, onPayload, onGap),
    load: () => database.load(),
    close: () => (closed ??= closeThen(database, work)),
  }
}

async function closeThen(database: Database, work: () => Promise<void>): Promise<void> {
  try {
    await database.close()
  } finally {
    await work()
  }
}
