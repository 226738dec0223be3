import type { Database } from '../platform/database/database.ts'
import { bringUpToDate, type Platform } from '../platform/database/migrate.ts'
import { renormalizePhones } from '../features/contacts/renormalize-phones.server.ts'

/** Brings a database and the data in it up to this version of the program; returns whose database it is. Throws like `migrate`. */
export async function prepareDatabase(database: Database): Promise<Platform> {
  const platform = await bringUpToDate(database)
  await renormalizePhones(database)
  return platform
}
