import { communicationLogRow, type CommunicationLogRow } from '../../shared/rows.ts'
import { requireRows } from './answers.ts'
import type { Backend } from './client.ts'

/** The newest entries of the call and text history. */
export async function listCommunicationLogs(backend: Backend, limit: number): Promise<CommunicationLogRow[]> {
  const answer = await backend
    .from('communication_logs')
    .select(
      'id,type,direction,phone_number,message,status,delivery_status,error_message,created_at,contact:crm_contacts(id,first_name,last_name)',
    )
    .order('created_at', { ascending: false })
    .order('id')
    .limit(limit)
  return requireRows(communicationLogRow, answer)
}
