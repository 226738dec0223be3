import { describe, expect, test } from 'vitest'
import { newDataDirectory } from '../support/databases.ts'
import { attackWithFixedRequests, attackWithRawSockets, listHarm } from './hostile/attack.ts'

const ATTACK = { seconds: 12, seed: 20_261_122 }

// The short form of `npm run fuzz -- --hostile`, which also searches for expensive requests and checks response times;
// here both would depend on other load. Concurrent, because each mostly waits for its server to close connections.
describe.concurrent('a server under attack while others use it', () => {
  test('neither crashes nor leaks memory or descriptors when raw sockets attack from three addresses', async () => {
    const report = await attackWithRawSockets({ ...ATTACK, dataDirectory: await newDataDirectory() })
    expect(listHarm(report)).toEqual([])
    // How many depends on the machine.
    expect(report.attacked.answers).toBeGreaterThan(0)
  }, 240_000)

  test('each of 300 expensive requests stays within the budget of one client', async () => {
    const attack = { ...ATTACK, requests: 300, dataDirectory: await newDataDirectory() }
    const report = await attackWithFixedRequests(attack)
    expect(listHarm(report)).toEqual([])
    expect(report.attackers.requests).toBe(300)
  }, 240_000)
})
