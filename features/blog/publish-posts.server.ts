import type { Transaction, Database } from '../../platform/database/database.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from 'pino'

interface Needs {
  database: Database
  clock: Clock
  log: Logger
}

/**
 * Publishes the drafts due by `now` and returns their number. `tx` acts as service_role. Safe to run concurrently; if nothing
 * is due, it writes nothing and invalidates no cached page.
 */
export async function publishDuePosts(tx: Transaction, now: Date): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from public.blog_posts where scheduled_for <= $1 and not published for update skip locked`,
    [now.toISOString()],
  )
  for (const { id } of rows) {
    await tx.query(
      `update public.blog_posts set published = true, published_at = coalesce(published_at, scheduled_for) where id = $1`,
      [id],
    )
  }
  return rows.length
}

/** Publishes scheduled posts. Feeds, sitemap and page caches of every instance update automatically. */
export async function publishScheduled({ database, clock, log }: Needs): Promise<void> {
  const published = await asService(database, (tx) => publishDuePosts(tx, clock()))
  if (published > 0) log.info({ posts: published }, 'scheduled posts published')
}
