import { openDevelopmentSite } from '../server/pages/page-build.ts'
import { runOrExplain } from '../server.ts'

await runOrExplain(openDevelopmentSite)
