import { shortenText } from '../../web/ui/excerpt.ts'
import type { TimelineEntry } from './contact-timeline.api.ts'
import { emptyDraft } from './contact-draft.ts'

type Changes = Extract<TimelineEntry, { kind: 'change' }>['details']['changes']

/** Values longer than this are not repeated in the timeline. */
const MOST_CHARACTERS = 60
/** What the database computes, and what has an entry of its own. */
const HIDDEN_FIELDS = new Set(['id', 'phone_e164', 'text_consent', 'import_id'])

/** What happened, in a few words. */
export function headline(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'submission':
      return ['Contact form', entry.details.service, entry.details.spam ? 'possible spam' : null]
        .filter(Boolean)
        .join(', ')
    case 'sms':
      return exchange('Text', entry.details)
    case 'call':
      return exchange('Call', entry.details)
    case 'note':
      return 'Note'
    case 'consent':
      return `${entry.details.action === 'grant' ? 'Agreed to texts' : 'Texts withdrawn'}, ${entry.details.method.replace('_', ' ')}`
    case 'change':
      return { insert: 'Created', update: 'Changed', delete: 'Deleted' }[entry.details.action]
    case 'merge':
      return 'Merged with another contact'
  }
}

function exchange(what: string, { direction, status }: { direction: string; status: string }): string {
  if (direction === 'outbound') return `${what}, ${status}`
  return status === 'received' ? `${what} received` : `${what} received, ${status}`
}

/** One line for each field that changed, in the form's order: "Status: lead → customer". */
export function changeLines(changes: Changes): string[] {
  return Object.entries(changes)
    .filter(([name, { old, new: now }]) => !HIDDEN_FIELDS.has(name) && shown(old) !== shown(now))
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([name, { old, new: now }]) => {
      const label = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
      return old === undefined || old === null
        ? `${label}: ${shown(now)}`
        : `${label}: ${shown(old)} → ${shown(now)}`
    })
}

/** The database gives the columns in no order people would recognize. */
const inOrder = Object.keys(emptyDraft)

function place(column: string): number {
  const found = inOrder.indexOf(column)
  return found === -1 ? inOrder.length : found
}

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'empty'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return shortenText(text, MOST_CHARACTERS)
}
