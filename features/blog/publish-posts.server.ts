import type { Transaction } from '../../platform/database/database.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'

/**
 * Publishes the drafts whose time has come by `now`, and returns how many there were. `tx` acts as service_role. Several copies
 * of the server may run it at once; where nothing is due, nothing is written and no kept page is dropped.
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

/** Publishes what an author has set a time for. Feeds, sitemap and kept pages of every copy follow by themselves. */
export async function publishScheduled({
  database,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'log'>): Promise<void> {
  const published = await asIdentity(database, { role: 'service_role' }, (tx) => publishDuePosts(tx, clock()))
  if (published > 0) log.info({ posts: published }, 'scheduled posts published')
}
