import { useInfiniteQuery } from '@tanstack/react-query'
import { listTimeline } from './contact-timeline.api.ts'
import { useBackend } from '../../web/api/session.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { LoadMore } from '../../web/ui/load-more.tsx'
import { nextRow } from '../../web/workspace/next-row.ts'
import { keys } from '../../web/workspace/query-client.ts'
import { AddNote } from './add-note.tsx'
import { TimelineItem } from './timeline-entry.tsx'
import './contact-timeline.css'

interface ContactTimelineProps {
  contactId: string
}

/** Everything that happened with a contact, newest first: what came in, texts, calls, notes, consent, changes. */
export function ContactTimeline({ contactId }: ContactTimelineProps) {
  return (
    <section className="timeline" aria-labelledby="timeline-title">
      <h3 id="timeline-title">Timeline</h3>
      <AddNote contactId={contactId} />
      <Entries contactId={contactId} />
    </section>
  )
}

function Entries({ contactId }: ContactTimelineProps) {
  const timeline = useTimeline(contactId)
  const { data, isPending, isError, hasNextPage, isFetchingNextPage } = timeline
  if (isPending) return <LoadingList label="Loading timeline..." />
  if (isError && !data) {
    return <FailedList onRetry={() => void timeline.refetch()}>The timeline could not be loaded.</FailedList>
  }
  const entries = data.pages.flatMap((page) => page.rows)
  if (entries.length === 0) return <EmptyList>Nothing has happened yet.</EmptyList>
  return (
    <div className="scroller">
      <ol>
        {entries.map((entry) => (
          <TimelineItem key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage ? (
        <LoadMore loading={isFetchingNextPage} onLoad={() => void timeline.fetchNextPage()} />
      ) : null}
    </div>
  )
}

function useTimeline(contactId: string) {
  const backend = useBackend()
  return useInfiniteQuery({
    queryKey: [...keys.timeline, contactId],
    queryFn: ({ pageParam }) => listTimeline(backend, contactId, pageParam),
    initialPageParam: 0,
    getNextPageParam: nextRow,
  })
}
