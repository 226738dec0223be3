import { expect, test } from 'vitest'
import { newDatabaseUrl, newDataDirectory } from '../support/databases.ts'
import { runVisits } from './visits.ts'

const VISITS = 150

// With more visits: npm run faults -- visits
test.each([
  ['the embedded database', async () => ({ dataDirectory: await newDataDirectory() })],
  [
    'a PostgreSQL server',
    async () => ({ dataDirectory: await newDataDirectory('empty'), databaseUrl: await newDatabaseUrl() }),
  ],
])(
  'Results on %s agree with scripted visits, and nothing stored names a visitor who did not write',
  { timeout: 60_000 },
  async (_, place) => {
    const report = await runVisits({ visits: VISITS, seed: 15, ...(await place()) })
    expect(report).toMatchObject({ visits: VISITS, differences: [], named: [] })
    expect(report.forms).toBeGreaterThan(5)
    expect(report.writersNamed).toBe(report.forms)
  },
)
