import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { LinkedNotification } from './notifications.api.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { hideNotification, showAllAsRead, showAsRead } from './optimistic-notifications.ts'

const notification = (id: string, read: boolean): LinkedNotification => ({
  id,
  read,
  title: 'New',
  message: '',
  created_at: '2026-11-20T12:00:00Z',
  contact_id: null,
  submission_id: null,
  kind: null,
  contact: null,
  reply: null,
})

let queries: QueryClient

beforeEach(() => {
  queries = new QueryClient()
  const all = { rows: [notification('a', false), notification('b', true)], total: 2 }
  queries.setQueryData([...keys.notifications, 'all', 0], all)
  queries.setQueryData([...keys.notifications, 'unread', 0], { rows: [notification('a', false)], total: 1 })
  queries.setQueryData(keys.stats, { contacts: 0, publishedPosts: 0, unreadNotifications: 5 })
})

const unreadCount = () =>
  queries.getQueryData<{ unreadNotifications: number }>(keys.stats)?.unreadNotifications

test('showAsRead counts a notification in two lists once', async () => {
  await showAsRead(queries, 'a', true)
  expect(unreadCount()).toBe(4)
})

test('showAsRead raises the unread count once when a notification is marked unread twice', async () => {
  await showAsRead(queries, 'b', false)
  await showAsRead(queries, 'b', false)
  expect(unreadCount()).toBe(6)
})

test('showAllAsRead sets the unread count to zero, including notifications not loaded', async () => {
  await showAllAsRead(queries)
  expect(unreadCount()).toBe(0)
})

test('hideNotification returns an undo that restores lists and counts', async () => {
  const undo = await hideNotification(queries, 'a')
  expect(unreadCount()).toBe(4)
  expect(queries.getQueryData([...keys.notifications, 'unread', 0])).toEqual({ rows: [], total: 0 })
  undo()
  expect(unreadCount()).toBe(5)
  expect(queries.getQueryData([...keys.notifications, 'unread', 0])).toMatchObject({
    rows: [{ id: 'a' }],
    total: 1,
  })
})
