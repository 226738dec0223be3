import { readDatabaseFacts } from './database-facts.server.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'

/** What `npm run doctor` cannot see by itself while this process has the embedded database open. */
export const describeDatabase: ServerFunction = {
  name: 'describe-database',
  method: 'GET',
  callers: ['service_role'],
  answer: async (c, { database }) => c.json(await readDatabaseFacts(database)),
}
