import { categoryLabel, toSlug } from '../blog/blog.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Ai, Draft } from '../../server/providers/ai/ai-provider.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { asService, type AiWork, generateArticle, generatePicture } from './ai-generation.server.ts'
import { chooseTopic, type Topic, type WrittenPost } from './post-topics.server.ts'

/** Number of recent posts checked for covered topics. */
const RECENT_POSTS = 2000
const NAMED_IN_PROMPT = 30

export interface GeneratedPost {
  id: string
  title: string
  category: string
}

export interface Tools {
  ai: Ai
  files: FileStore
  /** Called with the reason a cover is missing. */
  onCoverFailed: (error: unknown) => void
  /** Runs in the draft's transaction; if it rejects, no draft is stored. */
  alsoSave?: (tx: Transaction) => Promise<void>
}

/**
 * Writes a draft on a topic the blog has not covered, in the category without a post for the longest time, with a cover, and
 * notifies staff. Publishes nothing. A failed cover does not fail the draft. Throws DailyLimitError, AiError or what
 * `alsoSave` throws; then no draft is stored.
 */
export async function writeGeneratedPost(work: AiWork, tools: Tools): Promise<GeneratedPost> {
  const posts = await asService(work, (tx) => readPosts(tx))
  const chosen = chooseTopic(posts)
  const draft = await generateArticle(work, tools.ai.writer, articlePrompt(chosen, posts))
  const cover = await drawCover(work, tools, chosen)
  return asService(work, async (tx) => {
    await tools.alsoSave?.(tx)
    return saveDraft(tx, { draft, cover, chosen, work })
  })
}

async function readPosts(tx: Transaction): Promise<WrittenPost[]> {
  const { rows } = await tx.query<WrittenPost>(
    `select title, category, created_at from public.blog_posts order by created_at desc limit $1`,
    [RECENT_POSTS],
  )
  return rows
}

function articlePrompt({ topic, category }: Topic, posts: readonly WrittenPost[]): string {
  const titles = posts.slice(0, NAMED_IN_PROMPT).map(({ title }) => `- ${title}`)
  const known =
    titles.length > 0
      ? `\n\nThe blog has these articles already; say something else:\n${titles.join('\n')}`
      : ''
  return `${topic}.\n\nThe article belongs to the category "${categoryLabel(category)}".${known}`
}

async function drawCover(
  work: AiWork,
  { ai, files, onCoverFailed }: Tools,
  { topic }: Topic,
): Promise<string | null> {
  try {
    return (await generatePicture(work, { artist: ai.artist, files }, topic)).imageUrl
  } catch (error) {
    onCoverFailed(error)
    return null
  }
}

interface Finished {
  draft: Draft
  cover: string | null
  chosen: Topic
  work: AiWork
}

async function saveDraft(tx: Transaction, { draft, cover, chosen, work }: Finished): Promise<GeneratedPost> {
  const slug = await findFreeSlug(tx, toSlug(draft.title, chosen.category) || `${chosen.category}-draft`)
  const now = work.clock().toISOString()
  const { rows } = await tx.query<GeneratedPost>(
    `insert into public.blog_posts
       (title, slug, content, excerpt, meta_description, featured_image, featured_image_alt, published, auto_generated,
        author_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, false, true, $8, $9, $9)
     returning id, title, category`,
    [
      draft.title,
      slug,
      draft.content,
      draft.excerpt,
      draft.excerpt.slice(0, 500),
      cover,
      cover && chosen.topic,
      work.requestedBy,
      now,
    ],
  )
  const [post] = rows
  if (!post) throw new Error('The draft was not stored')
  await tx.query(`insert into public.notifications (title, message, created_at) values ($1, $2, $3)`, [
    'A draft is waiting for you',
    `"${post.title}" was written for ${categoryLabel(post.category)}. Read it in the Blog tab before you publish it.`,
    now,
  ])
  return post
}

/** The slug, with the first free number if it is taken. Concurrent callers wait for each other. */
async function findFreeSlug(tx: Transaction, slug: string): Promise<string> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('generated slug', 0))`)
  const wanted = slug.slice(0, 190).replace(/-+$/, '')
  const { rows } = await tx.query<{ slug: string }>(
    `select slug from public.blog_posts where slug = $1 or slug like $2`,
    [wanted, `${wanted}-%`],
  )
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted}-${number}`)) number += 1
  return `${wanted}-${number}`
}
