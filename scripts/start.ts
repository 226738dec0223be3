import { openBuiltSite } from '../server/pages/page-build.ts'
import { runOrExplain } from '../server.ts'
import { buildIfStale } from './build-if-stale.ts'

buildIfStale()
await runOrExplain(openBuiltSite)
