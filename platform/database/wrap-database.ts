import type { Database } from './database.ts'

/** The database with some of its methods replaced. */
export function wrapDatabase(database: Database, replaced: Partial<Database>): Database {
  return {
    kind: database.kind,
    transaction: (work, options) => database.transaction(work, options),
    read: (statements, options) => database.read(statements, options),
    asOwner: (work) => database.asOwner(work),
    script: (sql) => database.script(sql),
    outsideTransactions: (statement, options) => database.outsideTransactions(statement, options),
    snapshot: (work) => database.snapshot(work),
    listen: (channel, onPayload, onGap) => database.listen(channel, onPayload, onGap),
    afterCommit: (onCommit) => database.afterCommit(onCommit),
    load: () => database.load(),
    close: () => database.close(),
    ...replaced,
  }
}
