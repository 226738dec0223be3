import type { ImportField } from './contact-import.ts'
import { removeGuard } from '../../server/csv.ts'

/** The Unicode replacement character. */
export const UNREADABLE = '\uFFFD'

/** Trims and removes control characters; only notes keep line breaks. */
export function cleanCell(cell: string, field: ImportField): string {
  const text = removeGuard(cell)
    .replaceAll('\0', UNREADABLE)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)\p{Cc}/gu, '')
    .trim()
  return field === 'notes' ? text : text.replaceAll(/\s*\n\s*/g, ' ')
}
