import { describeShare } from '../../web/ui/share.ts'
import { useState } from 'react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { staffName } from '../../web/ui/full-name.ts'
import { Link } from '../../web/ui/link.tsx'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { saveCsv } from '../../web/workspace/download-file.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { addDays } from '../../web/workspace/business-day.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { AnswerChart } from './answer-chart.tsx'
import { describeMinutes, NumberLink } from './number-link.tsx'
import { PeopleBehind } from './people-behind.tsx'
import { exportResults, readResults, type ResultsQuestion } from './results.api.ts'
import { DEFAULT_WEEKS, periods, resultGroups, type Results } from './results.ts'
import styles from './results-page.module.css'
import { WeekChart } from './week-chart.tsx'

/** Statistics about the leads of the last weeks. Every number links to the people it counts. */
export function ResultsPage() {
  const backend = useClient()
  const question = useQuestion()
  const found = useQuery({
    queryKey: [...keys.contacts, 'results', question],
    queryFn: () => readResults(backend, question),
    placeholderData: keepPreviousData,
  })
  return (
    <SidePage
      title="Results"
      tools={
        <div className={styles.tools}>
          <p>Every number opens the people behind it.</p>
          <Choices question={question} />
          <Download question={question} />
        </div>
      }
    >
      {found.isError ? (
        <FailedList onRetry={() => void found.refetch()}>The results could not be loaded.</FailedList>
      ) : found.data === undefined ? (
        <LoadingList label="Loading results..." rowHeight={120} />
      ) : (
        <Cards results={found.data} question={question} />
      )}
    </SidePage>
  )
}

/** The chosen period and owner, from the URL, so that reload and Back keep them. */
function useQuestion(): ResultsQuestion {
  const { params } = useAddress()
  const weeks = Number(params.get('weeks'))
  return {
    weeks: periods.find((known) => known === weeks) ?? DEFAULT_WEEKS,
    owner: /^(none|[0-9a-f-]{36})$/.exec(params.get('owner') ?? '')?.[0] ?? '',
  }
}

function Choices({ question: { weeks, owner } }: { question: ResultsQuestion }) {
  const { change } = useAddress()
  const colleagues = useColleagues()
  return (
    <>
      <select
        className="control"
        aria-label="Period"
        value={weeks}
        onChange={({ target }) =>
          change({ weeks: Number(target.value) === DEFAULT_WEEKS ? null : target.value }, { replace: true })
        }
      >
        {periods.map((period) => (
          <option key={period} value={period}>
            Last {period} weeks
          </option>
        ))}
      </select>
      <select
        className="control"
        aria-label="Owner"
        value={owner}
        onChange={({ target }) => change({ owner: target.value }, { replace: true })}
      >
        <option value="">Everyone</option>
        {colleagues?.map((colleague) => (
          <option key={colleague.id} value={colleague.id}>
            {staffName(colleague)}
          </option>
        ))}
        <option value="none">No owner</option>
      </select>
    </>
  )
}

function Download({ question }: { question: ResultsQuestion }) {
  const backend = useClient()
  const fail = useFailureToast()
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportResults(backend, question),
    onSuccess: (text) => saveCsv(text, `results-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => fail('Failed to download the results', error),
  })
  return (
    <ToolButton busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Downloading...' : 'Download CSV'}
    </ToolButton>
  )
}

interface CardsProps {
  results: Results
  question: ResultsQuestion
}

function Cards({ results, question }: CardsProps) {
  const { params } = useAddress()
  const group = resultGroups.find((known) => known === params.get('people'))
  const { weeks, leads, before } = results
  const address = describeLeads(results, question)
  return (
    <div className={styles.cards}>
      {group === undefined ? null : (
        <PeopleBehind key={group} group={group} question={question} className={styles.whole} />
      )}
      <Panel
        title="Leads per week"
        level={3}
        className={styles.wide}
        aside={
          <p className={styles.note}>
            <NumberLink count={leads} to={address({})} of="leads" /> in {weeks.length} weeks,{' '}
            <NumberLink count={before} to={address({ added: findBefore(results) })} of="leads" /> in the{' '}
            {weeks.length} before
          </p>
        }
      >
        {leads === 0 ? (
          <EmptyList>No leads in these weeks yet.</EmptyList>
        ) : (
          <WeekChart
            monday={results.monday}
            weeks={weeks}
            open={(first, last) => address({ added: `${first}..${last}` })}
          />
        )}
      </Panel>
      <Panel title="Answered within the promise" level={3} className={styles.narrow}>
        <AnswerChart answers={results.answers} open={openGroup(question)} />
      </Panel>
      <Panel title="Where they came from" level={3} className={styles.origins}>
        <div className={styles.lists}>
          <Origins title="First page" dimension="pages" filter="page" results={results} address={address} />
          <Origins title="Sent by" dimension="sites" filter="sent_by" results={results} address={address} />
          <Origins
            title="Campaign"
            dimension="campaigns"
            filter="campaign"
            results={results}
            address={address}
          />
        </div>
      </Panel>
      <Funnel results={results} question={question} />
      <ByPerson results={results} question={question} />
    </div>
  )
}

/** Returns a function that builds the contact list's URL for the period's leads and further filters. */
function describeLeads({ monday }: Results, { owner }: ResultsQuestion) {
  return (filters: Record<string, string>) => {
    const period = { added: `${monday}..`, source: 'new', ...(owner === '' ? {} : { owner }) }
    return `?${new URLSearchParams({ list: 'contacts', ...period, ...filters })}`
  }
}

/** The same number of weeks before the period, as a value of the contact list's filter `added`. */
function findBefore({ monday, weeks }: Results): string {
  return `${addDays(monday, -weeks.length * DAYS_OF_WEEK)}..${addDays(monday, -1)}`
}

function openGroup({ weeks, owner }: ResultsQuestion) {
  return (people: string) =>
    `?${new URLSearchParams({
      view: 'results',
      ...(weeks === DEFAULT_WEEKS ? {} : { weeks: String(weeks) }),
      ...(owner === '' ? {} : { owner }),
      people,
    })}`
}

const SHOWN = 6
const DAYS_OF_WEEK = 7

interface OriginsProps {
  title: string
  dimension: Results['origins'][number]['dimension']
  /** The filter of the contact list. */
  filter: string
  results: Results
  address: (filters: Record<string, string>) => string
}

function Origins({ title, dimension, filter, results: { origins, leads }, address }: OriginsProps) {
  const found = origins.filter((origin) => origin.dimension === dimension)
  const said = found.reduce((sum, origin) => sum + origin.leads, 0)
  const most = Math.max(1, ...found.map((origin) => origin.leads))
  const [all, showAll] = useState(false)
  const shown = all ? found : found.slice(0, SHOWN)
  const rest = found.slice(shown.length).reduce((sum, origin) => sum + origin.leads, 0)
  return (
    <table className={styles.origin}>
      <caption>{title}</caption>
      <tbody>
        {shown.map((origin) => (
          <tr key={origin.value}>
            <th scope="row" title={origin.value}>
              {nameOrigin(dimension, origin.value)}
            </th>
            <td>
              <NumberLink
                count={origin.leads}
                to={address({ [filter]: origin.value })}
                of={`leads, ${origin.value}`}
              />
            </td>
            <td aria-hidden="true">
              <meter min={0} max={most} value={origin.leads} />
            </td>
          </tr>
        ))}
        {rest === 0 ? null : (
          <tr>
            <th scope="row">
              <button type="button" className={styles.more} onClick={() => showAll(true)}>
                {found.length - SHOWN} others
              </button>
            </th>
            <td className="mono">{rest}</td>
            <td aria-hidden="true">{'\u00A0'}</td>
          </tr>
        )}
        {said < leads ? (
          <tr>
            <th scope="row">Not known</th>
            <td>
              <NumberLink count={leads - said} to={address({ [filter]: '?' })} of="leads, not known" />
            </td>
            <td aria-hidden="true">{'\u00A0'}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  )
}

function nameOrigin(dimension: OriginsProps['dimension'], value: string): string {
  if (value !== 'none') return value === '/' ? 'Home page' : value
  return dimension === 'sites' ? 'No other site' : 'None'
}

function Funnel({ results, question }: CardsProps) {
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

function ByPerson({ results, question }: CardsProps) {
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
