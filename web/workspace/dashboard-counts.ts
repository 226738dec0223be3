import type { Backend } from '../api/client.ts'
import { requireCount } from '../api/request.ts'

const exact = { count: 'exact', head: true } as const

/** The four counts of the dashboard's cards. Each throws ApiError. */
export const dashboardCounts = {
  contacts: async (backend: Backend) => requireCount(await backend.from('crm_contacts').select('*', exact)),
  publishedPosts: async (backend: Backend) =>
    requireCount(await backend.from('blog_posts').select('*', exact).eq('published', true)),
  notifications: async (backend: Backend) =>
    requireCount(await backend.from('notifications').select('*', exact)),
  unreadNotifications: async (backend: Backend) =>
    requireCount(await backend.from('notifications').select('*', exact).eq('read', false)),
}
