import { communicationLogRow, type CommunicationLogRow } from '../../db/row-types.ts'
import { requireRows } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { columnsOf } from '../../web/api/columns-of.ts'

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
