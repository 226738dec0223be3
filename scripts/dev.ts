import { openDevelopmentSite } from '../server/pages/site.ts'
import { runOrExplain } from '../server.ts'

await runOrExplain(openDevelopmentSite)
