// First, so that this page's own styles override it.
import '../../web/workspace/workspace.css'
import { site } from '../../site.config.ts'
import { displayNumber } from '../../web/ui/phone-number.ts'
import { useTitle } from '../../web/workspace/use-title.ts'
import { Icon } from '../../web/ui/icon.tsx'
import { Link } from '../../web/ui/link.tsx'
import { EmptyList } from '../../web/ui/list-state.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { Handset } from './handset.tsx'
import { Telephones } from './handset-list.tsx'
import styles from './sandbox.module.css'

// Same list as in server/providers/phone/README.md.
const odd: readonly { number: string; what: string }[] = [
  { number: '(500) 555-0001', what: 'Refused: not a number' },
  { number: '(500) 555-0009', what: 'Refused: takes no texts' },
  { number: '(500) 555-0004', what: 'Refused: opted out at the carrier' },
  { number: '(500) 555-0029', what: 'Too busy; nothing was sent, and it is tried again' },
  { number: '(500) 555-0030', what: 'Taken, then never delivered' },
  { number: '(500) 555-0050', what: 'An error of the carrier; nobody knows whether it was sent' },
  { number: '(500) 555-0051', what: 'Delivered, but the answer never comes' },
  { number: '(500) 555-0060', what: 'Called: nobody picks up' },
  { number: '(500) 555-0061', what: 'Called: busy' },
]

/** The phones of the simulated carrier: received texts, and ways to answer. */
export default function SandboxPhone() {
  useTitle('Simulated telephones')
  const { params } = useAddress()
  const number = params.get('number')
  return (
    <main id="main" className={`dash ${styles.page}`} tabIndex={-1}>
      <header className={styles.head}>
        <h1>Simulated telephones</h1>
        <p>
          <b>This is a simulation.</b> No carrier is connected: nothing here reaches a real telephone. Play
          the other side of a text or a call to {site.name}, and watch it arrive in the dashboard.
        </p>
        <Link className={styles.back} to="/login">
          <Icon name="left" size={16} />
          Back to the dashboard
        </Link>
      </header>
      <div className={styles.columns}>
        <Telephones open={number} />
        <Panel title={number === null ? 'Telephone' : displayNumber(number)}>
          {number === null ? (
            <EmptyList>Choose a telephone, or pick one up by its number.</EmptyList>
          ) : (
            <Handset key={number} number={number} />
          )}
        </Panel>
        <FailingNumbers />
      </div>
    </main>
  )
}

/** Numbers that make the simulated carrier fail. */
function FailingNumbers() {
  return (
    <Panel title="Make it go wrong">
      <p className={styles.hint}>
        Give a contact one of these numbers to see the failure. For all other numbers, delivery reports arrive
        late, and sometimes twice or out of order.
      </p>
      <dl className={styles.odd}>
        {odd.map(({ number, what }) => (
          <div key={number}>
            <dt className="mono">{number}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
