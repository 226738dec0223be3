import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../support/databases.ts'
import { createHttpRunner } from './http-runner.ts'
import { describeMatrix } from './describe-matrix.ts'
import { permissions, rejectedCallers } from './permission-matrix.ts'
import type { Operation } from './operations.ts'
import { dryRun } from './dry-run.ts'
import { runForUnproved, runMatrix, runPermissions } from './run-matrix.ts'

describeBothDatabases('the permission matrix', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  test('every cell of the permission matrix holds in SQL', async () => {
    expect(await dryRun(database, runMatrix)).toEqual([])
  })

  test('every cell of the permission matrix holds over HTTP', async () => {
    const failures = await dryRun(database, (scratch) => {
      const http = createHttpRunner(scratch)
      // The REST API has no upsert.
      return runPermissions(http.perform, ({ verb }) => verb !== 'upsert')
    })
    expect(failures).toEqual([])
  })

  test("a session without its second factor has only a visitor's rights over HTTP", async () => {
    const failures = await dryRun(database, (scratch) => {
      const http = createHttpRunner(scratch)
      const perform = (operation: Operation) => http.perform('unproved', operation)
      return runForUnproved(perform, ({ verb }) => verb !== 'upsert')
    })
    expect(failures).toEqual([])
  })

  test.each(rejectedCallers)(
    'a caller with an invalid session (%s) gets 401 for every operation',
    async (caller) => {
      const statuses = await dryRun(database, async (scratch) => {
        const http = createHttpRunner(scratch)
        const answers: number[] = []
        for (const [operation] of permissions) {
          if (operation.verb !== 'upsert') answers.push(await http.status(caller, operation))
        }
        return answers
      })
      expect(new Set(statuses)).toEqual(new Set([401]))
    },
  )
})

test('docs/permissions.md matches the permission matrix', async () => {
  await expect(describeMatrix()).toMatchFileSnapshot('../../docs/permissions.md')
})
