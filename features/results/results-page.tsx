import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useClient } from '../../web/api/session.ts'
import { staffName } from '../../web/ui/full-name.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useColleagues } from '../../web/workspace/colleagues.tsx'
import { saveCsv } from '../../web/workspace/download-file.ts'
import { useFailureToast } from '../../web/workspace/failure-toast.ts'
import { Panel } from '../../web/workspace/panel.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import { SidePage } from '../../web/workspace/side-page.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { AnswerChart } from './answer-chart.tsx'
import { ByPerson } from './by-person.tsx'
import { Funnel } from './funnel.tsx'
import { NumberLink } from './number-link.tsx'
import { Origins } from './origins.tsx'
import { PeopleBehind } from './people-behind.tsx'
import { describeLeads, findBefore, openGroup } from './result-links.ts'
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
      <Origins results={results} address={address} />
      <Funnel results={results} question={question} />
      <ByPerson results={results} question={question} />
    </div>
  )
}
