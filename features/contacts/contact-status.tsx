import type { ContactStatus } from '../../db/row-types.ts'
import { StatusMark } from '../../web/ui/status-mark.tsx'
import { usePlannedContact } from './use-plan.ts'

export const statusLabels: Record<ContactStatus, string> = {
  lead: 'Lead',
  prospect: 'Prospect',
  customer: 'Customer',
  inactive: 'Inactive',
}

/** Status of a contact as its details show it; nothing until they are loaded. */
export function ContactStatusMark({ id }: { id: string }) {
  const { data } = usePlannedContact(id)
  return data ? <StatusMark status={data.status}>{statusLabels[data.status]}</StatusMark> : null
}
