import { type TabId, useTab } from './url-state.ts'
import { useStats } from './dashboard-stats.ts'
import './stat-cards.css'

interface StatCard {
  tab: TabId
  label: string
  value: string | undefined
  note: string
}

/** Four counts; each opens the tab it is about. */
export function StatCards() {
  const stats = useStats()
  const [current, openTab] = useTab()
  const cards: StatCard[] = [
    { tab: 'crm', label: 'CRM Contacts', value: counted(stats?.contacts), note: 'total' },
    { tab: 'blog', label: 'Blog Posts', value: counted(stats?.publishedPosts), note: 'published articles' },
    {
      tab: 'notifications',
      label: 'Notifications',
      value: counted(stats?.unreadNotifications),
      note: 'unread',
    },
    { tab: 'payments', label: 'Payments', value: '$0', note: 'this month' },
  ]
  return (
    <ul className="stats">
      {cards.map(({ tab, label, value, note }) => (
        <li key={tab}>
          <button
            type="button"
            className="stat"
            aria-current={tab === current ? 'true' : undefined}
            onClick={() => openTab(tab)}
          >
            <span className="stat-label">{label}</span>
            <b>{value ?? '–'}</b>
            <span className="stat-note">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const numbers = new Intl.NumberFormat('en-US')

function counted(value: number | undefined): string | undefined {
  return value === undefined ? undefined : numbers.format(value)
}
