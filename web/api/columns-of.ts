import type * as z from 'zod/mini'
import { staffMember } from '../../db/row-types.ts'

/** What to select for a row of this shape. `joined` has what stands for a field that is a row of another table. */
export function columnsOf(row: z.ZodMiniObject, joined: Record<string, string> = {}): string {
  return Object.keys(row.shape)
    .map((name) => (name in joined ? `${name}:${joined[name]}` : name))
    .join(',')
}

/** The member of staff a row points at. */
export const STAFF_MEMBER = `profiles(${columnsOf(staffMember)})`
