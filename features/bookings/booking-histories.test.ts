import { expect, test } from 'vitest'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { runBookingHistories } from './booking-histories.fixture.ts'

const HISTORIES = 25

// With more of them: npm run faults -- bookings
describeBothDatabases('histories of bookings', (open) => {
  test('random histories around changes of the clock end as a model says', async () => {
    const report = await runBookingHistories(await open(), { histories: HISTORIES, seed: 20_261_124 })
    expect(report.mistakes).toEqual([])
    for (const count of [report.booked, report.moved, report.canceled, report.refused, report.feeds])
      expect(count).toBeGreaterThan(HISTORIES / 10)
  })
})
