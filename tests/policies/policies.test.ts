import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../support/databases.ts'
import { createHttpRunner } from './http-runner.ts'
import { describeMatrix } from './describe-matrix.ts'
import { permissions, rejectedCallers } from './permission-matrix.ts'
import type { Operation } from './operations.ts'
import { dryRun } from './dry-run.ts'
import { runForUnproved, runMatrix, runPermissions } from './run-matrix.ts'

describeBothDatabases('permissions', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  test('every cell holds in SQL', async () => {
    expect(await dryRun(database, runMatrix)).toEqual([])
  })

  test('every cell holds over HTTP', async () => {
    const failures = await dryRun(database, (scratch) => {
      const http = createHttpRunner(scratch)
      // The REST surface has no upsert.
      return runPermissions(http.perform, ({ verb }) => verb !== 'upsert')
    })
    expect(failures).toEqual([])
  })

  test('a session without its second factor gets no more than a visitor over HTTP', async () => {
    const failures = await dryRun(database, (scratch) => {
      const http = createHttpRunner(scratch)
      const perform = (operation: Operation) => http.perform('unproved', operation)
      return runForUnproved(perform, ({ verb }) => verb !== 'upsert')
    })
    expect(failures).toEqual([])
  })

  test.each(rejectedCallers)('a caller whose session is %s gets 401 for everything', async (caller) => {
    const statuses = await dryRun(database, async (scratch) => {
      const http = createHttpRunner(scratch)
      const answers: number[] = []
      for (const [operation] of permissions) {
        if (operation.verb !== 'upsert') answers.push(await http.status(caller, operation))
      }
      return answers
    })
    expect(new Set(statuses)).toEqual(new Set([401]))
  })
})

test('the documentation says the same as the matrix', async () => {
  await expect(describeMatrix()).toMatchFileSnapshot('../../docs/permissions.md')
})
