import { type TabId, useTab } from './url-state.ts'
import { useStats } from './dashboard-stats.ts'
import './stat-cards.css'

interface StatCard {
  tab: TabId
  label: string
  value: string | undefined
  note: string
}

const numbers = new Intl.NumberFormat('en-US')

/** Four counts; each opens its tab. */
export function StatCards() {
  const stats = useStats()
  const [current, openTab] = useTab()
  const cards: StatCard[] = [
    { tab: 'crm', label: 'CRM Contacts', value: formatCount(stats?.contacts), note: 'total' },
    {
      tab: 'blog',
      label: 'Blog Posts',
      value: formatCount(stats?.publishedPosts),
      note: 'published articles',
    },
    {
      tab: 'notifications',
      label: 'Notifications',
      value: formatCount(stats?.unreadNotifications),
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

function formatCount(value: number | undefined): string | undefined {
  return value === undefined ? undefined : numbers.format(value)
}
