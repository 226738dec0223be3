import { requireSuccess } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import type { LeadMail } from './lead-mail.ts'

/** Changes how often the user gets mail about new leads. */
export async function changeLeadMail(
  backend: Backend,
  { id, choice }: { id: string; choice: LeadMail },
): Promise<void> {
  requireSuccess(await backend.from('profiles').update({ lead_mail: choice }).eq('id', id))
}
