import { weekdayNumber, type BusinessHours } from '../../business-hours.ts'
import type { Database } from '../../platform/database/database.ts'
import { site } from '../../site.config.ts'
import type { ReplyPromise } from './response-time.ts'

interface ReplySettings {
  hours: BusinessHours
  response: ReplyPromise
}

/** Stores opening hours and promised times for SQL, which computes due times. Runs at startup; does nothing if unchanged. */
export async function storeReplyRules(
  database: Database,
  { hours, response }: ReplySettings = site,
): Promise<void> {
  const rules = {
    time_zone: hours.timeZone,
    open_days: hours.days.map(weekdayNumber),
    opens: hours.opens,
    closes: hours.closes,
    holidays: hours.holidays,
    open_minutes: response.typicalMinutes,
    clock_hours: response.guaranteedHours,
  }
  await database.asOwner((tx) => tx.query('select private.set_reply_rules($1)', [JSON.stringify(rules)]))
}
