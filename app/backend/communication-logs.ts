import { communicationLogRow, type CommunicationLogRow } from '../../shared/rows.ts'
import { requireRows } from './answers.ts'
import type { Backend } from './client.ts'
import { columnsOf } from './columns-of.ts'

/** The newest entries of the call and text history. */
export async function listCommunicationLogs(backend: Backend, limit: number): Promise<CommunicationLogRow[]> {
  const answer = await backend
    .from('communication_logs')
    .select(columnsOf(communicationLogRow, { contact: 'crm_contacts(id,first_name,last_name)' }))
    .order('created_at', { ascending: false })
    .order('id')
    .limit(limit)
  return requireRows(communicationLogRow, answer)
}
