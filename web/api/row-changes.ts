import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import type { Backend } from './client.ts'

export const liveTables = [
  'crm_contacts',
  'contact_notes',
  'notifications',
  'submission_answers',
  'communication_logs',
  'consent_events',
  'message_templates',
  'blog_posts',
] as const
export type LiveTable = (typeof liveTables)[number]

interface Listener {
  onChange: (table: LiveTable) => void
  /** The line is open, for the first time or again: whatever happened before was not told. */
  onOpen: () => void
  /** The line is down. It opens again by itself. */
  onLost: () => void
}

let opened = 0

/** Tells of every row written by anybody, as far as the reader may see it. Gives back what stops it. */
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
