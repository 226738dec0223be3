import { contactStatuses } from '../../db/row-types.ts'
import { useProfile } from '../../web/api/session.ts'
import { staffName } from '../../web/ui/full-name.ts'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { parseDays, type ContactFilter } from './contact-query.ts'
import { describeDate } from '../../web/workspace/business-day.ts'
import { statusLabels } from './contact-status.tsx'
import { useContactQuery, useServiceRequests } from './use-contacts.ts'

export interface FilterOptions {
  label: string
  /** The option without the filter. */
  any: string
  options: readonly [value: string, label: string][]
}

export const sourceOptions: FilterOptions['options'] = [
  ['website', 'Contact form'],
  ['phone', 'Text or call'],
  ['import', 'Import'],
  ['staff', 'Added by staff'],
]

const quietOptions: FilterOptions['options'] = [7, 30, 90].map((days) => [
  `${days}d`,
  `Quiet for ${days} days`,
])

/** Labels and options of all filters, including the values currently set. */
export function useFilterOptions(): Record<ContactFilter, FilterOptions> {
  const [{ filters }] = useContactQuery()
  const services = new Set(useServiceRequests())
  if (filters.service !== undefined) services.add(filters.service)
  return {
    status: {
      label: 'Status',
      any: 'All statuses',
      options: contactStatuses.map((status) => [status, statusLabels[status]]),
    },
    service: {
      label: 'Service',
      any: 'All services',
      options: [...services].map((service) => [service, service]),
    },
    owner: { label: 'Owner', any: 'Anyone', options: useOwners(filters.owner) },
    source: {
      label: 'Source',
      any: 'Any source',
      options: [...sourceOptions, ['new', 'All but imports']],
    },
    page: { label: 'First page', any: 'Any page', options: [['?', 'Not known']] },
    sent_by: {
      label: 'Sent by',
      any: 'Any site',
      options: [
        ['none', 'No other site'],
        ['?', 'Not known'],
      ],
    },
    campaign: {
      label: 'Campaign',
      any: 'Any campaign',
      options: [
        ['none', 'None'],
        ['?', 'Not known'],
      ],
    },
    became: {
      label: 'Became',
      any: 'Any status',
      options: [
        ['prospect', 'Prospect or customer'],
        ['customer', 'Customer'],
      ],
    },
    added: { label: 'Added', any: 'Any time', options: listAdded(filters.added) },
    due: {
      label: 'Next step',
      any: 'With or without',
      options: [
        ['today', 'Due today or late'],
        ['week', 'Due within a week'],
        ['late', 'Late'],
        ['none', 'None'],
      ],
    },
    quiet: { label: 'Last heard', any: 'Any time', options: quietOptions },
    texts: { label: 'Texts', any: 'Any consent', options: [['ok', 'Agreed to texts']] },
    phone: { label: 'Phone', any: 'With or without', options: [['yes', 'Has a phone']] },
  }
}

function useOwners(chosen: string | undefined): FilterOptions['options'] {
  const { id: me } = useProfile()
  const colleagues = useColleagues()
  const others = (colleagues ?? []).filter(({ id }) => id !== me || id === chosen)
  const known = new Set(['me', 'none', ...others.map(({ id }) => id)])
  return [
    ['me', 'Me'],
    ['none', 'Nobody'],
    ...others.map((member): [string, string] => [member.id, staffName(member)]),
    ...(chosen === undefined || known.has(chosen)
      ? []
      : [[chosen, 'A former colleague'] as [string, string]]),
  ]
}

const periods = ['7d', '30d', '90d']

function listAdded(chosen: string | undefined): FilterOptions['options'] {
  const values = chosen === undefined || periods.includes(chosen) ? periods : [...periods, chosen]
  return values.map((value) => [value, describeDays(value)])
}

/** "Last 30 days", "Nov 1 to Nov 30", "Since Nov 1", "Until Nov 30". */
function describeDays(value: string): string {
  const days = parseDays(value)
  if (days === null) return value
  if ('last' in days) return `Last ${days.last} days`
  if (days.to === '') return `Since ${describeDate(days.from)}`
  if (days.from === '') return `Until ${describeDate(days.to)}`
  return `${describeDate(days.from)} to ${describeDate(days.to)}`
}
