import * as z from 'zod/mini'
import { staffMember } from '../../db/row-types.ts'
import type { Backend } from './client.ts'
import { requireRows } from './request.ts'

const colleagueRow = z.extend(staffMember, { id: z.string() })
/** A manager or admin, who can own contacts. */
export type Colleague = z.infer<typeof colleagueRow>

/** Managers and admins by name. Throws ApiError. */
export async function listColleagues(backend: Backend): Promise<Colleague[]> {
  const answer = await backend
    .from('profiles')
    .select('id,email,first_name,last_name')
    .in('role', ['manager', 'admin'])
    .order('first_name')
    .order('last_name')
    .order('id')
  return requireRows(colleagueRow, answer)
}
