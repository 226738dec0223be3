import { site } from '../../site.config.ts'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { readBody, type ServerFunction } from '../../platform/functions/server-function.ts'
import { resolveClientAddress } from '../../platform/http/client-address.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { sitePages } from './content/pages.ts'

/** Views per sender; more are not counted. */
export const VIEW_LIMIT = { capacity: 60, perSeconds: 600 }
const BODY_LIMIT = 300

const BOTS = /bot|crawl|spider|slurp|preview|scan|headless|lighthouse|monitor|curl|wget|python|^$/i
const ARTICLES = '/blog/'
const CALL = /^call /

interface Needs {
  database: Database
  clock: Clock
}

/** Counts one view of a public page, or with `call /path` a click on its phone number. The answer does not say whether it was counted. */
export const countPage: ServerFunction<Needs> = {
  name: 'count-page',
  method: 'POST',
  callers: 'everybody',
  answer: async (c, deps) => {
    const bytes = await readBody(c.req.raw, { limit: BODY_LIMIT, named: `${BODY_LIMIT} bytes` })
    const body = new TextDecoder().decode(bytes)
    const path = body.replace(CALL, '')
    const what = path === body ? 'views' : 'calls'
    if (isCountable(path, c.req.raw.headers))
      await count(what, path, resolveClientAddress(c.get('clientAddress')), deps)
    return c.body(null, 204)
  },
}

/** Whether a person's browser may have shown a page of this path. Only the database knows the articles. */
function isCountable(path: string, headers: Headers): boolean {
  if (BOTS.test(headers.get('user-agent') ?? '')) return false
  // Other sites could count for us. Browsers send the header over https.
  if ((headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') return false
  return isSitePage(path) || /^\/blog\/[a-z0-9-]{1,200}$/.test(path)
}

function isSitePage(path: string): boolean {
  return sitePages.some((page) => page.path === path)
}

async function count(
  what: 'views' | 'calls',
  path: string,
  sender: string,
  { database, clock }: Needs,
): Promise<void> {
  const now = clock()
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: site.hours.timeZone }).format(now)
  await asService(database, async (tx) => {
    if ((await consumeRateLimit(tx, { key: `page-views:${sender}`, ...VIEW_LIMIT, now })) > 0) return
    await tx.query(
      `insert into public.page_views (day, path, views, calls)
       select $1, $2, $5, $6 where $3 or exists (select from public.blog_posts where slug = $4 and published)
       on conflict (day, path) do update
         set views = page_views.views + excluded.views, calls = page_views.calls + excluded.calls`,
      [
        day,
        path,
        isSitePage(path),
        path.slice(ARTICLES.length),
        what === 'views' ? 1 : 0,
        what === 'calls' ? 1 : 0,
      ],
    )
  })
}
