import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClient } from '../../web/api/session.ts'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { Link } from '../../web/ui/link.tsx'
import { QueryList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { site } from '../../site.config.ts'
import { useAddress } from '../../web/workspace/url-state.ts'
import { describeMinutes } from './number-link.tsx'
import { listPeople, type ResultsQuestion } from './results.api.ts'
import type { ResultGroup, ResultPeople } from './results.ts'
import styles from './results-page.module.css'

const titles: Record<ResultGroup, string> = {
  hour: `Answered in ${site.response.typical}`,
  day: 'Answered in time',
  late: 'Late',
  waiting: 'Waiting, still in time',
  held: 'Calls held',
  no_show: 'No-shows',
}

interface PeopleBehindProps {
  group: ResultGroup
  question: ResultsQuestion
  className: string | undefined
}

/** The people counted in a number, if the contact list has no filter for them. */
export function PeopleBehind({ group, question, className }: PeopleBehindProps) {
  const backend = useClient()
  const { change } = useAddress()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const people = useQuery({
    queryKey: [...keys.contacts, 'results', question, group],
    queryFn: () => listPeople(backend, question, group),
  })
  return (
    <Panel
      title={titles[group]}
      level={3}
      headingRef={heading}
      className={className ?? ''}
      aside={<ToolButton icon="close" aria-label="Close the list" onClick={() => change({ people: null })} />}
    >
      <QueryList
        query={people}
        rows={(rows) => rows}
        loading="Loading people..."
        failed="The people could not be loaded."
        empty="Nobody anymore."
        rowHeight={44}
      >
        {(rows) => (
          <ul className={styles.behind}>
            {rows.map((person, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a person can have had several calls
              <li key={place}>
                <Person person={person} />
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Panel>
  )
}

function Person({ person: { contact, name, at, replied } }: { person: ResultPeople[number] }) {
  return (
    <>
      {contact === null ? <b>{name}</b> : <Link to={`?contact=${contact}`}>{name ?? 'Without a name'}</Link>}
      <MomentOf at={at} />
      {replied === null ? null : (
        <span>
          answered after {describeMinutes(Math.round((Date.parse(replied) - Date.parse(at)) / 60_000))}
        </span>
      )}
    </>
  )
}
