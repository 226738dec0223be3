import { DatabaseFixtures } from '../../support/database-fixtures.ts'
import { serveFixtures } from '../../support/serve-fixtures.ts'

/** One PostgreSQL for all journeys; workers request databases under DATABASE_FIXTURES. */
export default async function setup(): Promise<() => Promise<void>> {
  const service = await serveFixtures(new DatabaseFixtures(process.env['TEST_DATABASE_URL']))
  process.env['DATABASE_FIXTURES'] = service.address
  return service.close
}
