import { expect, test } from 'vitest'
import { attackWithExpensiveRequests, attackWithRawSockets, listHarm } from './hostile/attack.ts'

// The short form of `npm run fuzz -- --hostile`, which also holds how fast people are served meanwhile: a time means
// nothing on a machine that does other work.
const ATTACK = { seconds: 12, seed: 20_261_122 }

test('raw sockets from three addresses neither end the server nor leave anything behind', async () => {
  const report = await attackWithRawSockets(ATTACK)
  expect(listHarm(report)).toEqual([])
  expect(report.attacked.answers).toBeGreaterThan(10)
}, 240_000)

test('no request that a search finds costs more than the budget of a stranger', async () => {
  const report = await attackWithExpensiveRequests(ATTACK)
  expect(listHarm(report)).toEqual([])
  expect(report.attackers.requests).toBeGreaterThan(100)
}, 240_000)
