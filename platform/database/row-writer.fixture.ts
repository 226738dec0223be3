// Opens the given data directory and inserts rows, one per transaction, printing their total after each commit.
import { openDatabase } from './open-database.ts'

const [dataDirectory = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDirectory })
await database.script('create table if not exists rows (id integer primary key)')

for (let added = 1; ; added += 1) {
  await database.transaction((tx) => tx.query('insert into rows select coalesce(max(id), 0) + 1 from rows'))
  process.stdout.write(`${added}\n`)
}
