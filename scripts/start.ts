import { openBuiltSite } from '../server/pages/site.ts'
import { runOrExplain } from '../server.ts'
import { buildIfStale } from './build-if-stale.ts'

buildIfStale()
await runOrExplain(openBuiltSite)
