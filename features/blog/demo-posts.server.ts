import type { Transaction } from '../../platform/database/database.ts'
import { demoPosts } from './demo-posts.ts'

const DAY = 86_400_000

/** Inserts the sample articles. `tx` acts as service_role; existing posts stay unchanged. */
export async function publishDemoPosts(
  tx: Transaction,
  { authorId, now }: { authorId: string; now: Date },
): Promise<void> {
  for (const post of demoPosts) {
    const written = new Date(now.getTime() - post.daysAgo * DAY).toISOString()
    await tx.query(
      `insert into public.blog_posts
         (title, slug, excerpt, meta_description, content, featured_image, author_id, published, published_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, true, $8, $8, $8)
       on conflict on constraint blog_posts_slug_key do nothing`,
      [
        post.title,
        post.slug,
        post.excerpt,
        post.metaDescription,
        post.content,
        post.featuredImage,
        authorId,
        written,
      ],
    )
  }
}
