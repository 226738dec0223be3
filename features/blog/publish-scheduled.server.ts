import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { publishDuePosts } from './publish-posts.server.ts'

/** Publishes what an author has set a time for. Feeds, sitemap and kept pages of every copy follow by themselves. */
export async function publishScheduled({
  database,
  clock,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'log'>): Promise<void> {
  const published = await asIdentity(database, { role: 'service_role' }, (tx) => publishDuePosts(tx, clock()))
  if (published > 0) log.info({ posts: published }, 'scheduled posts published')
}
