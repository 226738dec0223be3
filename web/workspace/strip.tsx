import { TabList } from '../ui/tabs.tsx'
import { useStats, type Stats } from './dashboard-stats.ts'
import styles from './strip.module.css'
import { type TabId, tabIds, useTab, useView } from './url-state.ts'

interface Section {
  label: string
  /** Hidden where there is no room. */
  rest?: string
  /** The count under the tab. */
  stat: string
  unit: string
  value: (stats: Stats) => number | undefined
}

const sections: Record<TabId, Section> = {
  crm: {
    label: 'CRM',
    rest: '& Communications',
    stat: 'CRM Contacts',
    unit: 'total',
    value: (stats) => stats.contacts,
  },
  blog: {
    label: 'Blog',
    stat: 'Blog Posts',
    unit: 'published articles',
    value: (stats) => stats.publishedPosts,
  },
  notifications: {
    label: 'Notifications',
    stat: 'Notifications',
    unit: 'unread',
    value: (stats) => stats.unreadNotifications,
  },
  payments: { label: 'Payments', stat: 'Payments', unit: 'this month', value: () => 0 },
}

const numbers = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/**
 * The four tabs, each with its total below; `group` is that of their panel. A tab and its total read as one cell but are two controls:
 * both open the tab. On phones the strip is at the bottom of the screen.
 */
export function Strip({ group }: { group: string }) {
  const [tab, openTab] = useTab()
  const onTab = useView() === null
  return (
    <nav className={styles.strip} aria-label="Dashboard">
      <TabList
        group={group}
        label="Dashboard sections"
        className={styles.tabs}
        tabs={tabIds.map((id) => ({ id, label: <TabLabel id={id} /> }))}
        // A page of the account or the team belongs to no tab.
        current={onTab ? tab : null}
        onChange={openTab}
      />
      <Totals />
    </nav>
  )
}

function TabLabel({ id }: { id: TabId }) {
  const { label, rest } = sections[id]
  const unread = useStats()?.unreadNotifications ?? 0
  return (
    <>
      {label} {rest ? <span className={styles.rest}>{rest}</span> : null}{' '}
      {id === 'notifications' && unread > 0 ? (
        <span className={styles.badge}>
          {numbers.format(unread)}
          <span className="visually-hidden"> unread</span>
        </span>
      ) : null}
    </>
  )
}

function Totals() {
  const stats = useStats() ?? {}
  const [current, openTab] = useTab()
  const onTab = useView() === null
  return (
    <ul className={styles.totals} aria-label="Totals">
      {tabIds.map((id) => {
        const { stat, unit, value } = sections[id]
        const count = value(stats)
        const format = id === 'payments' ? dollars : numbers
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={onTab && id === current ? 'true' : undefined}
              onClick={() => openTab(id)}
            >
              {stat}
              <span className={styles.unit}>, {unit} </span>
              <b>{count === undefined ? '–' : format.format(count)}</b>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
