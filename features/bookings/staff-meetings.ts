import { contactLimits } from '../contacts/contacts.ts'

/**
 * Characters of what staff enter, compared with SQL by `tests/database/column-limits.test.ts`. Apart from `bookings.ts`, so that
 * public pages do not load it.
 */
export const staffLimits = {
  about: contactLimits.message,
  cancelReason: 500,
  calendarName: 100,
  calendarAddress: 2000,
  room: 2000,
} as const
