import type { Backend } from './client.ts'
import { countContacts } from './contacts.ts'
import { countUnread } from './notifications.ts'
import { countPublishedPosts } from './posts.ts'

/** The counts at the top of the dashboard. */
export interface Stats {
  contacts: number
  publishedPosts: number
  unreadNotifications: number
}

export async function fetchStats(backend: Backend): Promise<Stats> {
  const [contacts, publishedPosts, unreadNotifications] = await Promise.all([
    countContacts(backend),
    countPublishedPosts(backend),
    countUnread(backend),
  ])
  return { contacts, publishedPosts, unreadNotifications }
}
