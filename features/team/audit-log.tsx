import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { LoadMore } from '../../web/ui/load-more.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { Panel } from '../../web/workspace/panel.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { TrailEntry } from './trail-entry.tsx'
import { TrailFilters } from './trail-filters-form.tsx'
import { trailFilterOf } from './audit-filters.ts'
import { useTrail } from './use-trail.ts'

/** Who did what: nothing in it can be changed by anybody. */
export function Trail() {
  const { params } = useAddress()
  const filter = trailFilterOf(params)
  const trail = useTrail(filter)
  return (
    <Panel
      title="Audit trail"
      level={3}
      aside={
        <ToolButton icon="refresh" busy={trail.isFetching} onClick={() => void trail.refetch()}>
          Refresh
        </ToolButton>
      }
    >
      <TrailFilters filter={filter} />
      <Entries trail={trail} />
    </Panel>
  )
}

function Entries({ trail }: { trail: ReturnType<typeof useTrail> }) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage } = trail
  if (isPending) return <LoadingList label="Loading the trail..." />
  if (isError && !data)
    return <FailedList onRetry={() => void trail.refetch()}>The trail could not be read.</FailedList>
  const entries = data.pages.flatMap(({ rows, names }) => rows.map((entry) => ({ entry, names })))
  if (entries.length === 0) return <EmptyList>Nothing was recorded that matches.</EmptyList>
  return (
    <>
      <ol className="trail">
        {entries.map(({ entry, names }) => (
          <TrailEntry key={entry.id} entry={entry} names={names} />
        ))}
      </ol>
      {hasNextPage ? (
        <LoadMore loading={isFetchingNextPage} onLoad={() => void trail.fetchNextPage()} />
      ) : null}
    </>
  )
}
