import type { PaletteSearch } from '../../web/workspace/command-palette.tsx'
import { listPosts } from './blog.api.ts'

const MAX_RESULTS = 4

/** The first posts that the list finds for the term, newest first, for the command palette. */
export const postSearch: PaletteSearch = {
  group: 'Posts',
  finds: 'posts',
  icon: 'article',
  adminOnly: true,
  find: async (backend, term, signal) => {
    const { rows } = await listPosts(backend, { search: term, state: null, category: null }, 0, signal)
    return rows.slice(0, MAX_RESULTS).map((post) => ({
      id: post.id,
      label: post.title,
      detail: '',
      aside: post.published ? 'Published' : post.scheduled_for === null ? 'Draft' : 'Scheduled',
      address: { post: post.id, tab: 'blog' },
      findOpen: () => null,
    }))
  },
}
