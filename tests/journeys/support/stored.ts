import { createClient } from '@supabase/supabase-js'
import type { RunningSite } from './running-site.ts'

/** The newest stored submission of an email address, or null. */
export async function findSubmission(
  site: RunningSite,
  email: string,
): Promise<Record<string, unknown> | null> {
  const server = createClient(site.url, site.serviceRoleKey, { auth: { persistSession: false } })
  const { data: submission } = await server
    .from('contact_submissions')
    .select('*')
    .eq('email', email)
    .order('received_at', { ascending: false })
    .limit(1)
    .maybeSingle()
  if (submission === null) return null
  const of = (table: string, column: string, id: string) =>
    server.from(table).select('*').eq(column, id).limit(1).maybeSingle().throwOnError()
  const { data: contact } = await of('crm_contacts', 'id', submission.contact_id)
  const { data: notification } = await of('notifications', 'contact_id', submission.contact_id)
  const { data: consent } = await of('consent_events', 'submission_id', submission.id)
  return { submission, contact, notification, consent }
}
