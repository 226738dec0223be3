import { categoryLabel, toSlug, type BlogCategory } from '../blog/blog.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Ai, Draft } from '../../server/providers/ai/ai-provider.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { asService, type AiWork, generateArticle, generatePicture } from './ai-generation.server.ts'

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

type Subject = keyof typeof topics

/** The fields of an article that decide the next topic. */
interface WrittenPost {
  title: string
  category: string
  /** ISO 8601 */
  created_at: string
}

interface Topic {
  category: Subject
  topic: string
}

/** Likeness from which a title counts as covering a topic. */
const COVERED = 0.5

/** Picks the category without a post for the longest time, and its first uncovered or least covered topic. */
export function chooseTopic(posts: readonly WrittenPost[]): Topic {
  const [category] = subjects().toSorted((a, b) => newestDate(posts, a).localeCompare(newestDate(posts, b)))
  const quiet = category ?? 'ai-automation'
  const titles = posts.map((post) => post.title)
  const candidates = topics[quiet].map((topic) => ({
    topic,
    covered: Math.max(0, ...titles.map((title) => titleSimilarity(topic, title))),
  }))
  const [least] = candidates.toSorted((a, b) => a.covered - b.covered)
  const { topic = '' } = candidates.find(({ covered }) => covered < COVERED) ?? least ?? {}
  return { category: quiet, topic }
}

/** Empty for a category without an article, which sorts before every date. */
function newestDate(posts: readonly WrittenPost[], category: Subject): string {
  return posts
    .filter((post) => post.category === category)
    .reduce((latest, { created_at }) => (created_at > latest ? created_at : latest), '')
}

function subjects(): Subject[] {
  return [
    'ai-automation',
    'seo-marketing',
    'custom-development',
    'social-media',
    'web-development',
    'technology-trends',
  ]
}

/** Topics of a technology agency by category. Each serves as title and as prompt. */
export const topics: Record<Exclude<BlogCategory, 'general'>, readonly string[]> = {
  'ai-automation': [
    'Sorting the morning mail without reading all of it',
    'What a chat assistant should say when it does not know',
    'Reminders that cut missed appointments',
    'Turning voice messages into a task list',
    'Which paperwork to hand to software first',
    'How to check the work of an automation every Friday',
  ],
  'seo-marketing': [
    'Reviews: how to ask, when to ask, what to answer',
    'Your opening hours in every directory, corrected in one afternoon',
    'Photographs that make a business profile worth a visit',
    'One page for each town you serve',
    'What people type before they call a contractor',
    'Reading search reports in ten minutes a month',
  ],
  'custom-development': [
    'Signs that two programs should become one',
    'A customer portal for a company of nine',
    'What to write down before you order an application',
    'Moving years of records without losing a line',
    'Dashboards with five numbers instead of fifty',
    'Who looks after custom software in year three',
  ],
  'social-media': [
    'A month of posts from one day of work',
    'Answering complaints in public',
    'Choosing the one network your customers use',
    'Behind the scenes: pictures people stop for',
    'Turning a finished job into three posts',
    'When to stop paying for followers',
  ],
  'web-development': [
    'A contact form people finish',
    'Why pages feel slow on a phone at the beach',
    'Words for the first screen of your website',
    'Prices on the page, or not',
    'Making a website readable for everybody',
    'What to keep when you replace an old website',
  ],
  'technology-trends': [
    'Passkeys for people with ten employees',
    'Backups you have restored at least once',
    'What to do with old accounts and passwords',
    'Devices at the counter: tablet, laptop or neither',
    'Reading the small print of a cloud service',
    'Security habits that survive a busy week',
  ],
}

const FILLERS = new Set(
  'a an and are as at be by do for from has have how in into is it its not of on one or our should that the their they this to two use we what when which who why will with without you your'.split(
    ' ',
  ),
)

/** Similarity of two titles: the share of the shorter one's words found in the other. 0 to 1. */
export function titleSimilarity(left: string, right: string): number {
  const [a, b] = [stems(left), stems(right)]
  const shorter = Math.min(a.size, b.size)
  return shorter === 0 ? 0 : [...a].filter((word) => b.has(word)).length / shorter
}

/** Words without stop words and without the endings of number and tense. */
function stems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return new Set(words.filter((word) => !FILLERS.has(word)).map(stem))
}

function stem(word: string): string {
  const singular = word.replace(/s$/, '')
  return singular.length > 5 ? singular.replace(/(ing|ed|e)$/, '') : singular
}
