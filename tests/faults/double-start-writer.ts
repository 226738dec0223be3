// One of two processes started on the same data directory. Waits for a line on stdin, tries to open the database and
// reports the result; the winner writes rows until stdin ends.
import { DataDirectoryLockedError } from '../../platform/database/data-directory-lock.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const [dataDirectory = ''] = process.argv.slice(2)
const input = { open: true }

process.stdin.once('data', () => void attempt())
process.stdin.once('end', () => {
  input.open = false
})
console.log('waiting')

async function attempt(): Promise<void> {
  const begun = performance.now()
  try {
    const database = await openDatabase({ dataDirectory })
    console.log('open')
    await write(database)
    await database.close()
    console.log('closed')
  } catch (error) {
    if (!(error instanceof DataDirectoryLockedError)) throw error
    console.log(`refused ${error.pid} ${Math.round(performance.now() - begun)}`)
    process.stdin.destroy()
  }
}

async function write(database: Database): Promise<void> {
  while (input.open) {
    await database.transaction((tx) => tx.query('insert into rows (payload) values (repeat($1, 100))', ['x']))
    console.log('row')
  }
}
