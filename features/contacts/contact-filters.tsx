import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Field, Select } from '../../web/ui/field.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { PHONE, useMedia } from '../../web/ui/use-media.ts'
import { useDebouncedSearch } from '../../web/workspace/use-debounced-search.ts'
import { useFilterOptions } from './contact-filter-options.ts'
import styles from './contact-filters.module.css'
import {
  contactFilters,
  isDay,
  noFilters,
  parseDays,
  type ContactFilter,
  type ContactSort,
} from './contact-query.ts'
import { useContactQuery } from './use-contacts.ts'

const sortLabels: Record<ContactSort, string> = {
  created_at: 'Created',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  status: 'Status',
  service_request: 'Service',
  last_heard: 'Last heard',
}

const firstFilters: readonly ContactFilter[] = ['status', 'service', 'owner']
const moreFilters: readonly ContactFilter[] = ['source', 'due', 'quiet', 'texts', 'phone']
/** As an option of the filter `added`: shows the fields for two days. */
const DATES = 'dates'

interface ContactFiltersProps {
  /** Shows only the search, while a person is open beside the list. */
  folded: boolean
  /** In place of the controls, while contacts are selected. */
  bar: ReactNode
  /** After the search. */
  children: ReactNode
}

/** Search, filters and order, and below them the filters that are set. */
export function ContactFilters({ folded, bar, children }: ContactFiltersProps) {
  const phone = useMedia(PHONE)
  const [open, setOpen] = useState(false)
  const panel = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  return (
    <>
      {bar ?? (
        <div className={styles.tools} data-wide={!folded || undefined}>
          <SearchField />
          {children}
          {phone || folded ? null : (
            <>
              <FilterSelects names={firstFilters} />
              <Order />
            </>
          )}
          {folded ? null : (
            <ToolButton
              ref={toggle}
              icon="filters"
              aria-label={phone ? 'Filters and order' : 'More filters'}
              aria-expanded={open}
              aria-controls={open ? panel : undefined}
              onClick={() => setOpen(!open)}
            />
          )}
        </div>
      )}
      {open && !folded ? (
        <fieldset id={panel} className={styles.more}>
          <legend className="visually-hidden">{phone ? 'Filters and order' : 'More filters'}</legend>
          {phone ? <FilterSelects names={firstFilters} /> : null}
          <Added />
          <FilterSelects names={moreFilters} />
          {phone ? <Order /> : null}
        </fieldset>
      ) : null}
      <ActiveFilters otherwise={toggle} />
    </>
  )
}

function FilterSelects({ names }: { names: readonly ContactFilter[] }) {
  return names.map((name) => <FilterSelect key={name} name={name} />)
}

function FilterSelect({ name }: { name: ContactFilter }) {
  const [{ filters }, change] = useContactQuery()
  const { label, any, options } = useFilterOptions()[name]
  return (
    <Select
      label={label}
      fieldClass={styles.filter}
      value={filters[name] ?? ''}
      onChange={({ target }) => change({ [name]: target.value })}
    >
      <option value="">{any}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  )
}

const noDays = { from: '', to: '' }

/** The filter by creation date: the last days, or from one day to another. */
function Added() {
  const [{ filters }, change] = useContactQuery()
  const { label, any, options } = useFilterOptions().added
  const [days, setDays] = useTypedDays(filters.added)
  const set = (typed: typeof noDays) => {
    setDays(typed)
    const known = Object.values(typed).filter((day) => day === '' || isDay(day))
    if (known.length === 2) change({ added: formatDays(typed) })
  }
  return (
    <>
      <Select
        label={label}
        fieldClass={styles.filter}
        value={days ? DATES : (filters.added ?? '')}
        onChange={({ target: { value } }) => {
          setDays(value === DATES ? noDays : null)
          if (value !== DATES) change({ added: value })
        }}
      >
        <option value="">{any}</option>
        {options
          .filter(([value]) => !value.includes('..'))
          .map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        <option value={DATES}>From a day to another</option>
      </Select>
      {days ? (
        <>
          <Field
            label="Added from"
            type="date"
            value={days.from}
            onChange={({ target }) => set({ ...days, from: target.value })}
          />
          <Field
            label="Added until"
            type="date"
            value={days.to}
            error={
              days.from && days.to && days.to < days.from ? 'This day is before the first one.' : undefined
            }
            onChange={({ target }) => set({ ...days, to: target.value })}
          />
        </>
      ) : null}
    </>
  )
}

/** The two dates as typed, valid or not: while "2026" is typed, the field first reports the year 2. Null for no range. */
function useTypedDays(added: string | undefined) {
  const chosen = parseDays(added ?? '')
  const range = chosen && 'from' in chosen ? chosen : null
  const [typed, setTyped] = useState(range)
  const [seen, setSeen] = useState(added)
  if (added !== seen) {
    setSeen(added)
    // Changed elsewhere, such as by "Clear filters".
    if (typed === null || (added ?? '') !== formatDays(typed)) setTyped(range)
  }
  return [typed, setTyped] as const
}

function formatDays({ from, to }: typeof noDays): string {
  return from === '' && to === '' ? '' : `${from}..${to}`
}

function Order() {
  const [query, change] = useContactQuery()
  const [now, other] = query.ascending ? ['Ascending', 'descending'] : ['Descending', 'ascending']
  return (
    <div className={styles.order}>
      <Select
        label="Sort by"
        fieldClass={styles.filter}
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
      />
    </div>
  )
}

/** The filters that are set; a click removes one. `otherwise` takes the focus when none is left. */
function ActiveFilters({ otherwise }: { otherwise: RefObject<HTMLButtonElement | null> }) {
  const [{ filters }, change] = useContactQuery()
  const names = useFilterOptions()
  const set = contactFilters.flatMap((name) => {
    const value = filters[name]
    if (value === undefined) return []
    const text = names[name].options.find(([option]) => option === value)?.[1] ?? value
    return [{ name, text: `${names[name].label}: ${text}` }]
  })
  if (set.length === 0) return null
  const clear = () => {
    change(noFilters)
    otherwise.current?.focus()
  }
  return (
    <ul className={styles.active} aria-label="Active filters">
      {set.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={`Remove filter ${text}`}
            onClick={({ currentTarget }) => {
              change({ [name]: null })
              const next = currentTarget.closest('li')?.nextElementSibling?.querySelector('button')
              if (set.length === 1) otherwise.current?.focus()
              else next?.focus()
            }}
          >
            {text}
            <Glyph name="close" size={12} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={clear}>
          Clear filters
        </button>
      </li>
    </ul>
  )
}

function SearchField() {
  const [{ search }, change] = useContactQuery()
  const [typed, setTyped] = useDebouncedSearch(search, (q) => change({ q }))

  return (
    <div className={styles.search}>
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
