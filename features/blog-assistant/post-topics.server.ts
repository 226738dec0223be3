import { topics } from './topics.server.ts'
import { likeness } from './likeness.server.ts'

type Subject = keyof typeof topics

/** As much of an article as decides what to write next. */
export interface WrittenPost {
  title: string
  category: string
  /** ISO 8601 */
  created_at: string
}

export interface Topic {
  category: Subject
  topic: string
}

/** From this likeness on, an article has said it already. */
const COVERED = 0.5

/** The category that has been quiet for longest, and in it the first topic not covered yet, or the least covered one. */
export function chooseTopic(posts: readonly WrittenPost[]): Topic {
  const [category] = subjects().toSorted((a, b) => newest(posts, a).localeCompare(newest(posts, b)))
  const quiet = category ?? 'ai-automation'
  const titles = posts.map((post) => post.title)
  const candidates = topics[quiet].map((topic) => ({
    topic,
    covered: Math.max(0, ...titles.map((title) => likeness(topic, title))),
  }))
  const [least] = candidates.toSorted((a, b) => a.covered - b.covered)
  const { topic = '' } = candidates.find(({ covered }) => covered < COVERED) ?? least ?? {}
  return { category: quiet, topic }
}

/** Empty, and so before every date, for a category without an article. */
function newest(posts: readonly WrittenPost[], category: Subject): string {
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
