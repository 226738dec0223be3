import { beforeAll, expect, test, vi } from 'vitest'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import type { Database } from '../../platform/database/database.ts'
import { readSystemStatus } from '../../features/system-status/system-status.server.ts'
import type { LoggedProblem } from './log.ts'
import { createProblemJournal } from './problem-journal.ts'

const NOW = new Date('2026-11-25T12:00:00Z')

function problem(what: string, second: number): LoggedProblem {
  return { at: new Date(NOW.getTime() + second * 1000), what, kind: null, requestId: null }
}

async function readProblems(database: Database) {
  const { problems } = await readSystemStatus(database, NOW)
  return problems.map(({ what, times, at }) => [what, times, new Date(at).getTime() - NOW.getTime()])
}

describeBothDatabases('createProblemJournal', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  test('the problem journal counts a repeated failure and keeps the others', async () => {
    const journal = createProblemJournal(database)
    journal.note(problem('the mail server is away', 0))
    await journal.write()
    for (let second = 1; second <= 150; second += 1) {
      journal.note(problem('a request failed', second))
      if (second % 15 === 0) await journal.write()
    }
    expect(await readProblems(database)).toEqual([
      ['a request failed', 150, 150_000],
      ['the mail server is away', 1, 0],
    ])
    await journal.close()
  })

  test('the problem journal counts failures it could not write, and writes them later', async () => {
    const transaction = vi.spyOn(database, 'transaction')
    transaction.mockRejectedValueOnce(new Error('away'))
    const journal = createProblemJournal(database)
    journal.note(problem('a mail was refused', 1))
    await journal.write()
    journal.note(problem('a mail was refused', 2))
    await journal.close()
    expect(await readProblems(database)).toContainEqual(['a mail was refused', 2, 2000])
  })
})
