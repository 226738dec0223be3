import type { ImportRow, ImportState, RowOutcome } from './contact-import.ts'

type TextForms = [one: string, several: string]

const BEFORE: Partial<Record<RowOutcome, TextForms>> = {
  new: ['new contact', 'new contacts'],
  invalid: ['row has a problem and stays out', 'rows have a problem and stay out'],
  deleted: ['is a deleted contact and stays deleted', 'are deleted contacts and stay deleted'],
}
const AFTER: Partial<Record<RowOutcome, TextForms>> = {
  created: ['contact was created', 'contacts were created'],
  filled: ['contact had empty fields filled', 'contacts had empty fields filled'],
  removed: ['contact was removed again', 'contacts were removed again'],
  restored: ['contact is as it was before', 'contacts are as they were before'],
  kept: [
    'contact was left as it is, because it has changed since',
    'contacts were left as they are, because they have changed since',
  ],
  skipped: [
    'was a contact already, and was left as it is',
    'were contacts already, and were left as they are',
  ],
  repeated: ['row was about a person in an earlier row', 'rows were about people in earlier rows'],
  deleted: ['is a deleted contact and stays deleted', 'are deleted contacts and stay deleted'],
  invalid: ['row had a problem and stayed out', 'rows had a problem and stayed out'],
}

const STATES: Record<ImportState, string> = {
  reading: 'being read',
  read: 'waiting for its columns',
  checking: 'being checked',
  checked: 'checked, not imported',
  importing: 'being imported',
  imported: 'imported',
  undoing: 'being undone',
  undone: 'undone',
  closed: 'imported, can no longer be undone',
}

export interface OutcomeCount {
  outcome: RowOutcome
  count: number
  words: string
}

/** Non-zero row counts per outcome, worded for a checked or an imported file. */
export function describeOutcomes({ state, summary, settings }: ImportRow): OutcomeCount[] {
  const words = state === 'checked' ? { ...BEFORE, ...duplicateTexts(settings.duplicates) } : AFTER
  const outcomes = Object.keys(words).filter((outcome): outcome is RowOutcome => outcome in words)
  return outcomes.flatMap((outcome) => {
    const count = summary[outcome] ?? 0
    const [one = '', several = ''] = words[outcome] ?? []
    return count === 0 ? [] : [{ outcome, count, words: count === 1 ? one : several }]
  })
}

function duplicateTexts(
  duplicates: ImportRow['settings']['duplicates'],
): Partial<Record<RowOutcome, TextForms>> {
  return duplicates === 'skip'
    ? {
        known: [
          'is a contact already, and is left as it is',
          'are contacts already, and are left as they are',
        ],
        repeated: [
          'row is about a person in an earlier row, and stays out',
          'rows are about people in earlier rows, and stay out',
        ],
      }
    : {
        known: [
          'is a contact already: only empty fields are filled',
          'are contacts already: only empty fields are filled',
        ],
        repeated: ['row adds to a person in an earlier row', 'rows add to people in earlier rows'],
      }
}

/** Number of contacts that importing a checked file would write. */
export function rowsToWrite({ summary, settings }: Pick<ImportRow, 'summary' | 'settings'>): number {
  return (summary.new ?? 0) + (settings.duplicates === 'fill' ? (summary.known ?? 0) : 0)
}

/** Number of rows that a checked file leaves out, or an import left out. */
export function rowsLeftOut({ summary, settings }: Pick<ImportRow, 'summary' | 'settings'>): number {
  const { invalid = 0, deleted = 0, repeated = 0, skipped = 0, known = 0 } = summary
  return invalid + deleted + repeated + skipped + (settings.duplicates === 'skip' ? known : 0)
}

export function describeState(state: ImportState): string {
  return STATES[state]
}
