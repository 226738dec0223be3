import { expect, test } from 'vitest'
import { attackWithExpensiveRequests, attackWithRawSockets, listHarm } from './hostile/attack.ts'

// The short form of `npm run fuzz -- --hostile`, which also checks response times; here they would depend on other
// load.
const ATTACK = { seconds: 12, seed: 20_261_122 }

test('raw-socket attacks from three addresses neither crash the server nor leak memory or descriptors', async () => {
  const report = await attackWithRawSockets(ATTACK)
  expect(listHarm(report)).toEqual([])
  expect(report.attacked.answers).toBeGreaterThan(10)
}, 240_000)

test('no request found by the search costs more than the budget of one client', async () => {
  const report = await attackWithExpensiveRequests(ATTACK)
  expect(listHarm(report)).toEqual([])
  expect(report.attackers.requests).toBeGreaterThan(100)
}, 240_000)
