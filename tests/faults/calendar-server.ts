import { Agent } from 'undici'
import { readCalendars, type CalendarNeeds } from '../../features/bookings/read-calendars.server.ts'
import { asService } from '../../platform/database/as-identity.ts'
import { run } from '../../server.ts'
import { readConfig } from '../../server/config.ts'
import { openBuiltSite } from '../../server/pages/page-build.ts'
import { schedule } from '../../server/schedule.ts'

// As soon as all calendars were read, they are due again, so that readings go on all the time.
Object.assign(schedule['read calendars of staff'], {
  every: 1_000,
  run: async (deps: CalendarNeeds, ending: AbortSignal) => {
    await asService(deps.database, (tx) =>
      tx.query(`update public.busy_calendars set asked_at = now() - interval '1 hour'`),
    )
    await readCalendars(deps, ending)
  },
})

/** The product, except that it reads calendars of this machine, too. */
await run(readConfig(), async (log) => ({
  ...(await openBuiltSite(log)),
  calendarDispatcher: new Agent(),
}))
