import type { TestProject } from 'vitest/node'
import { DatabaseFixtures } from './database-fixtures.ts'
import { serveFixtures } from './serve-fixtures.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the fixture service. */
    databaseFixtures: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await serveFixtures(new DatabaseFixtures(process.env.TEST_DATABASE_URL))
  project.provide('databaseFixtures', service.address)
  return service.close
}
