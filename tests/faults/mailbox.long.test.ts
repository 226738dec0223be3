import { expect, test } from 'vitest'
import { newDataDirectory } from '../support/databases.ts'
import { runMailbox } from './mailbox.ts'

// With 10,000 mails: npm run faults -- mailbox
test('mails of every shape are neither lost, doubled nor misfiled when the server that watches the mailbox is killed', async () => {
  const { figures, mistakes } = await runMailbox({
    count: 150,
    kills: 3,
    people: 24,
    largest: 2_000_000,
    seed: 5,
    dataDirectory: await newDataDirectory(),
  })
  expect(mistakes).toEqual([])
  expect(figures).toMatchObject({ mails: 150, kills: 3 })
  expect(figures['opt-outs measured']).toBeGreaterThan(0)
})
