import { parseArgs } from 'node:util'
import { z } from 'zod'
import { readConfig } from '../server/config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { prepareDatabase } from '../server/first-start.ts'
import { fail, runExplained } from './run-explained.ts'
import { seed } from './seed/seed-database.ts'

const USAGE = `Writes synthetic data for tests at scale; the same numbers always give the same rows:
  npm run seed -- [--contacts N] [--messages N] [--posts N]
Run again with larger numbers to add rows. On the embedded database only while the site is stopped.`

const amount = z.coerce.number().int().min(0).max(10_000_000).default(0)
const amounts = z.object({ contacts: amount, messages: amount, posts: amount })

async function main(): Promise<void> {
  const option = { type: 'string' } as const
  const { values } = parseArgs({ options: { contacts: option, messages: option, posts: option } })
  const wanted = amounts.safeParse(values)
  if (!wanted.success || Object.keys(values).length === 0) return fail(USAGE)
  const database = await openDatabase(readConfig())
  await prepareDatabase(database)
  await seed(database, wanted.data, (line) => console.log(line))
  await database.close()
}

await runExplained(
  main,
  '\nOnly one process at a time can open the embedded database: stop the site, seed, start it again.',
)
