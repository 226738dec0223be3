import { capitalize } from '../../web/ui/capitalize.ts'
import { formatDay } from '../../web/ui/date-time.tsx'
import { shortenText } from '../../web/ui/excerpt.ts'
import { contactRow } from '../../db/row-types.ts'
import type { TimelineEntry } from './timeline.api.ts'

type Changes = Extract<TimelineEntry, { kind: 'change' }>['details']['changes']

/** Longer values are cut. */
const MAX_CHARACTERS = 60
/** Columns the database computes, and `text_consent`, which has separate timeline entries. */
const HIDDEN_FIELDS = new Set(['id', 'phone_e164', 'text_consent', 'import_id'])

const FIELD_ORDER = Object.keys(contactRow.shape)

/** Title of a timeline entry. */
export function headline(entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'submission':
      return ['Contact form', entry.details.service, entry.details.spam ? 'possible spam' : null]
        .filter(Boolean)
        .join(', ')
    case 'sms':
      return describeExchange('Text', entry.details)
    case 'call':
      return describeExchange('Call', entry.details)
    case 'email':
      return describeExchange('Email', entry.details)
    case 'note':
      return 'Note'
    case 'consent':
      return `${entry.details.action === 'grant' ? 'Agreed to texts' : 'Texts withdrawn'}, ${entry.details.method.replace('_', ' ')}`
    case 'change':
      return { insert: 'Created', update: 'Changed', delete: 'Deleted' }[entry.details.action]
    case 'meeting':
      return {
        booked: 'Meeting booked',
        moved: 'Meeting moved',
        canceled: 'Meeting canceled',
        held: 'Meeting held',
        no_show: 'Meeting, no-show',
      }[entry.details.what]
    case 'merge':
      return 'Merged with another contact'
  }
}

function describeExchange(
  what: string,
  { direction, status }: { direction: string; status: string },
): string {
  if (direction === 'outbound') return `${what}, ${status}`
  return status === 'received' ? `${what} received` : `${what} received, ${status}`
}

/** One line per changed field, in the form's order: "Status: lead → customer". */
export function changeLines(changes: Changes): string[] {
  return Object.entries(changes)
    .filter(([name, { old, new: now }]) => !HIDDEN_FIELDS.has(name) && formatValue(old) !== formatValue(now))
    .toSorted(([one], [other]) => fieldPosition(one) - fieldPosition(other))
    .map(([name, { old, new: now }]) => {
      const label = capitalize(name.replaceAll('_', ' '))
      return old === undefined || old === null
        ? `${label}: ${formatValue(now)}`
        : `${label}: ${formatValue(old)} → ${formatValue(now)}`
    })
}

/** How a contact came about. Its fields are in its details, or in the changes that replaced them. */
export function describeCreation({ source }: Changes): string {
  return source?.new ? `Source: ${formatValue(source.new)}` : ''
}

function fieldPosition(column: string): number {
  const found = FIELD_ORDER.indexOf(column)
  return found === -1 ? FIELD_ORDER.length : found
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'empty'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(`${text}T12:00:00`)
  return shortenText(text, MAX_CHARACTERS)
}
