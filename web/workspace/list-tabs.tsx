import { Link } from '../ui/link.tsx'
import { listIds, useAddress, useComingList, type ListId } from './url-state.ts'
import styles from './list-tabs.module.css'

const labels: Record<ListId, string> = {
  waiting: 'Waiting',
  today: 'Today',
  contacts: 'Contacts',
  phone: 'With a phone',
}

interface ListTabsProps {
  /** How much there is to do in a list; undefined until loaded. */
  counts: Partial<Record<ListId, number | undefined>>
}

/** The lists of the first tab, each with its own address. Keeps the open person. */
export function ListTabs({ counts }: ListTabsProps) {
  const current = useComingList()
  const { params, change } = useAddress()
  return (
    <nav className={styles.tabs} aria-label="Lists">
      {listIds.map((id) => (
        <Link
          key={id}
          to={`?${new URLSearchParams({ list: id, ...contactParam(params) })}`}
          aria-current={id === current ? 'page' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            change({ list: id === 'waiting' ? null : id })
          }}
        >
          {labels[id]}
          {counts[id] ? <span className="mono">{counts[id]}</span> : null}
        </Link>
      ))}
    </nav>
  )
}

function contactParam(params: URLSearchParams): { contact?: string } {
  const contact = params.get('contact')
  return contact === null ? {} : { contact }
}
