import { parseArgs } from 'node:util'
import { measureActions } from './bench/actions-bench.ts'
import { countAccessibilityProblems } from './bench/axe.ts'
import { measureBlog } from './bench/blog-bench.ts'
import { measureClicks } from './bench/clicks-bench.ts'
import { measureInstances } from './bench/instances-bench.ts'
import { measureDashboard, type DashboardSize } from './bench/dashboard-bench.ts'
import { measureEnumeration } from './bench/enumeration.ts'
import { measureHttp } from './bench/http.ts'
import { measurePages } from './bench/pages-bench.ts'
import { measureSms } from './bench/sms-bench.ts'
import { measureTransfer } from './bench/transfer.ts'
import { measureWriters } from './bench/writers-bench.ts'
import { buildIfStale } from './build-if-stale.ts'
import { fail } from './run-explained.ts'

const USAGE = `Measures performance and quality on this machine:
  npm run bench -- pages [PATH…]      Lighthouse on a phone, for every public page or those named
  npm run bench -- clicks             from a click on a link to the largest paint of the next page, 500 times
  npm run bench -- instances          one instance and three behind a proxy, embedded database and server
  npm run bench -- http               requests per second, compared to a plain server and nginx that send the same bytes
  npm run bench -- axe [PATH…]        accessibility problems of every public page at three widths
  npm run bench -- blog               pages, searches and feeds of the blog at 10,000 posts, compared to 100
  npm run bench -- dashboard          100,000 contacts, compared to plain SQL, and in a browser;
                                      --database server|embedded|URL, --contacts N, --messages N, --data-dir DIR
                                      (data in DIR and at URL is kept for the next run)
  npm run bench -- actions            from a key to its answer over 2,000 keys in the dashboard, with a slow network and
                                      processor; --contacts N, --messages N, --data-dir DIR
  npm run bench -- enumeration        whether response times reveal that an account exists
  npm run bench -- sms [SECONDS]      100 incoming SMS a second, with repeats and out of order, on both databases or
                                      --database server|embedded; default 60 s
  npm run bench -- transfer [CONTACTS] import and export of contacts (default 50,000), and how long other users
                                      wait during it
  npm run bench -- writers            32 writers on a server, by how changed rows are announced to the dashboards
pages, clicks, instances, http, axe, blog, sms and writers write their tables into docs/ with --write.`

const [what, ...rest] = process.argv.slice(2)
const paths = rest.filter((word) => word.startsWith('/'))
const write = rest.includes('--write')
const benches = new Map<string, () => Promise<void>>(
  Object.entries({
    actions: () => measureActions(dashboardSize(rest), 2000),
    axe: () => countAccessibilityProblems({ paths, write }),
    blog: () => measureBlog({ write }),
    clicks: () => measureClicks(500, write),
    instances: () => measureInstances({ write }),
    dashboard: () => measureDashboard(dashboardSize(rest)),
    enumeration: measureEnumeration,
    http: () => measureHttp({ write }),
    pages: () => measurePages({ paths, write }),
    sms: () => measureSms({ ...smsLoad(rest), write }),
    writers: () => measureWriters({ write }),
    transfer: () => measureTransfer(Number(rest[0] ?? 50_000)),
  }),
)
const bench = benches.get(what ?? '')
if (bench === undefined) fail(USAGE)
buildIfStale()
await bench()

function smsLoad(args: string[]): { databases: ('embedded' | 'server')[]; seconds: number } {
  const options = { database: { type: 'string' }, write: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const databases = (['embedded', 'server'] as const).filter(
    (database) => (values.database ?? database) === database,
  )
  return { databases, seconds: Number(positionals[0] ?? 60) }
}

function dashboardSize(args: string[]): DashboardSize {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { database: option, contacts: option, messages: option, 'data-dir': option },
  })
  const databaseUrl = values.database?.startsWith('postgres') ? values.database : undefined
  const database = values.database === 'server' || databaseUrl !== undefined ? 'server' : 'embedded'
  return {
    database,
    databaseUrl,
    contacts: Number(values.contacts ?? 100_000),
    messages: Number(values.messages ?? (database === 'server' ? 1_000_000 : 0)),
    dataDirectory: values['data-dir'],
  }
}
