import { describeShare } from '../../web/ui/share.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { NumberLink } from './number-link.tsx'
import { describeLeads, openGroup } from './result-links.ts'
import type { ResultsQuestion } from './results.api.ts'
import type { Results } from './results.ts'
import styles from './results-page.module.css'

/** How many leads became prospects and customers, and the calls with them. */
export function Funnel({ results, question }: { results: Results; question: ResultsQuestion }) {
  const { leads, prospects, customers, held, no_shows: noShows, calls } = results
  const address = describeLeads(results, question)
  const open = openGroup(question)
  const steps = [
    { name: 'leads', count: leads, to: address({}) },
    { name: 'prospects', count: prospects, to: address({ became: 'prospect' }) },
    { name: 'customers', count: customers, to: address({ became: 'customer' }) },
  ]
  return (
    <Panel
      title="Became customers"
      level={3}
      className={styles.funnel}
      aside={leads === 0 ? null : <p className={styles.note}>{describeShare(customers, leads)} of leads</p>}
    >
      <ul className={styles.steps}>
        {steps.map(({ name, count, to }) => (
          <li key={name}>
            <meter aria-hidden="true" min={0} max={Math.max(1, leads)} value={count} />
            <span>
              <NumberLink count={count} to={to} of={name} /> <span aria-hidden={count > 0}>{name}</span>
            </span>
          </li>
        ))}
      </ul>
      {calls === null ? null : (
        <p className={styles.calls}>
          The phone number on the site was clicked <b className="mono">{calls.toLocaleString('en-US')}</b>{' '}
          {calls === 1 ? 'time' : 'times'}. Who clicked is not recorded.
        </p>
      )}
      <p className={styles.calls}>
        <NumberLink count={held} to={open('held')} of="calls held" /> <span>calls held,</span>{' '}
        <NumberLink count={noShows} to={open('no_show')} of="no-shows" /> no-shows
      </p>
    </Panel>
  )
}
