import { staffName } from '../../web/ui/full-name.ts'
import { Link } from '../../web/ui/link.tsx'
import { describeShare } from '../../web/ui/share.ts'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { describeMinutes, NumberLink } from './number-link.tsx'
import { describeLeads, openGroup } from './result-links.ts'
import type { ResultsQuestion } from './results.api.ts'
import type { Results } from './results.ts'
import styles from './results-page.module.css'

/** The outcomes of each owner. */
export function ByPerson({ results, question }: { results: Results; question: ResultsQuestion }) {
  const colleagues = useColleagues()
  const address = describeLeads(results, question)
  const name = (owner: string | null) => {
    if (owner === null) return 'No owner'
    const colleague = colleagues?.find(({ id }) => id === owner)
    return colleague === undefined ? 'A former colleague' : staffName(colleague)
  }
  if (results.people.length === 0) return null
  return (
    <Panel
      title="By person"
      level={3}
      className={styles.whole}
      aside={
        <p className={styles.note}>
          Answers count for the person who replied, everything else for the owner.
        </p>
      }
    >
      <div className={styles.scroll}>
        <table className={styles.people}>
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Leads</th>
              <th scope="col">Answered in time</th>
              <th scope="col">Typical reply</th>
              <th scope="col">Next steps overdue</th>
              <th scope="col">New customers</th>
            </tr>
          </thead>
          <tbody>
            {results.people.map(({ owner, leads, customers, overdue, answers }) => {
              const own = { owner: owner ?? 'none' }
              return (
                <tr key={own.owner}>
                  <th scope="row">{name(owner)}</th>
                  <td>
                    <NumberLink count={leads} to={address(own)} of="leads" />
                  </td>
                  <td className="mono">
                    {answers.due === 0 ? (
                      'None due'
                    ) : (
                      <Link className={styles.number} to={openGroup({ ...question, ...own })('day')}>
                        {describeShare(answers.withinDay, answers.due)}
                      </Link>
                    )}
                  </td>
                  <td className="mono">{describeMinutes(answers.median)}</td>
                  <td>
                    <NumberLink
                      count={overdue}
                      to={`?${new URLSearchParams({ list: 'contacts', due: 'late', ...own })}`}
                      of="next steps overdue"
                    />
                  </td>
                  <td>
                    <NumberLink
                      count={customers}
                      to={address({ ...own, became: 'customer' })}
                      of="new customers"
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
