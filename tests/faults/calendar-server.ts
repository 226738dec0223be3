import { Agent } from 'undici'
import { run } from '../../server.ts'
import { readConfig } from '../../server/config.ts'
import { openBuiltSite } from '../../server/pages/page-build.ts'

/** The product, except that it reads calendars of this machine, too. */
await run(readConfig(), async (log) => ({
  ...(await openBuiltSite(log)),
  calendarDispatcher: new Agent(),
}))
