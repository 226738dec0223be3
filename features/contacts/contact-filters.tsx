import { contactStatuses } from '../../db/row-types.ts'
import { Field, Select } from '../../web/ui/field.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useDebouncedSearch } from '../../web/workspace/use-debounced-search.ts'
import { statusLabels } from './contact-status.tsx'
import type { ContactSort } from './contact-query.ts'
import { useContactQuery, useServiceRequests } from './use-contacts.ts'

const sortLabels: Record<ContactSort, string> = {
  created_at: 'Created',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  status: 'Status',
  service_request: 'Service',
}

/** The controls beside the search: filters and order. */
export function ContactFilters() {
  const [query, change] = useContactQuery()
  const services = new Set(useServiceRequests())
  if (query.service !== null) services.add(query.service)
  const [now, other] = query.ascending ? ['Ascending', 'descending'] : ['Descending', 'ascending']
  return (
    <>
      <Select
        label={<span className="visually-hidden">Status</span>}
        value={query.status ?? ''}
        onChange={(event) => change({ status: event.target.value })}
      >
        <option value="">All statuses</option>
        {contactStatuses.map((status) => (
          <option key={status} value={status}>
            {statusLabels[status]}
          </option>
        ))}
      </Select>
      <Select
        label={<span className="visually-hidden">Service</span>}
        value={query.service ?? ''}
        onChange={(event) => change({ service: event.target.value })}
      >
        <option value="">All services</option>
        {[...services].map((service) => (
          <option key={service}>{service}</option>
        ))}
      </Select>
      <Select
        label={<span className="visually-hidden">Sort by</span>}
        value={query.sort}
        onChange={(event) => change({ sort: event.target.value, dir: null })}
      >
        {Object.entries(sortLabels).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
      <ToolButton
        icon={query.ascending ? 'ascending' : 'descending'}
        aria-label={`${now}, switch to ${other}`}
        onClick={() => change({ dir: query.ascending ? 'desc' : 'asc' })}
      >
        <span className="visually-hidden">{now}</span>
      </ToolButton>
    </>
  )
}

export function SearchField() {
  const [{ search }, change] = useContactQuery()
  const [typed, setTyped] = useDebouncedSearch(search, (q) => change({ q }))

  return (
    <div className="contact-search">
      <Field
        label={<span className="visually-hidden">Search contacts</span>}
        type="search"
        placeholder="Search name, email, phone, company, service or notes"
        aria-keyshortcuts="/"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Glyph name="search" />
    </div>
  )
}
