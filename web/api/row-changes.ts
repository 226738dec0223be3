import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import type { Backend } from './client.ts'

export const liveTables = [
  'crm_contacts',
  'contact_notes',
  'notifications',
  'waiting_people',
  'communication_logs',
  'consent_events',
  'meetings',
  'message_templates',
  'contact_views',
  'blog_posts',
] as const
export type LiveTable = (typeof liveTables)[number]

interface Listener {
  onChange: (table: LiveTable) => void
  /** Connected, for the first time or again: earlier changes were not reported. */
  onOpen: () => void
  /** Disconnected. The client reconnects automatically. */
  onLost: () => void
}

let opened = 0

/** Subscribes to row changes the reader may see. Returns a function to unsubscribe. */
export function subscribeRowChanges(backend: Backend, { onChange, onOpen, onLost }: Listener): () => void {
  const channel = backend.channel(`dashboard-${++opened}`)
  for (const table of liveTables) {
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, () => onChange(table))
  }
  channel.subscribe((status) => {
    if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) onOpen()
    else onLost()
  })
  return () => void backend.removeChannel(channel)
}
