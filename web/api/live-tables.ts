/** Tables with live updates in the dashboard. */
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
