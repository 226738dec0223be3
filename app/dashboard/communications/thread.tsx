import { useLayoutEffect, useRef } from 'react'
import type { MessageRow } from '../../../shared/rows.ts'
import { EmptyList, FailedList, LoadingList } from '../../ui/list-state.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { ThreadEntry } from './thread-entry.tsx'
import type { useConversation } from './use-conversation.ts'

/** A conversation as telephones show it: the newest entry at the bottom, and in sight. */
export function Thread({ conversation }: { conversation: ReturnType<typeof useConversation> }) {
  const { data, isPending, isError, hasNextPage, isFetchingNextPage } = conversation
  if (isPending) return <LoadingList label="Loading conversation..." />
  if (isError && !data) {
    return (
      <FailedList onRetry={() => void conversation.refetch()}>
        The conversation could not be loaded.
      </FailedList>
    )
  }
  const entries = data.pages.flatMap(({ rows }) => rows).toReversed()
  if (entries.length === 0) return <EmptyList>No texts or calls with this contact yet.</EmptyList>
  return (
    <Entries entries={entries}>
      {hasNextPage ? (
        <ToolButton busy={isFetchingNextPage} onClick={() => void conversation.fetchNextPage()}>
          {isFetchingNextPage ? 'Loading...' : 'Show earlier'}
        </ToolButton>
      ) : null}
    </Entries>
  )
}

function Entries({ entries, children }: { entries: MessageRow[]; children: React.ReactNode }) {
  const scroller = useRef<HTMLElement>(null)
  const newest = entries.at(-1)?.id
  useLayoutEffect(() => {
    if (newest !== undefined) scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [newest])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it has to scroll by keyboard
    <section ref={scroller} className="thread scroller" aria-label="Messages" tabIndex={0}>
      {children}
      <ol aria-live="polite">
        {entries.map((entry) => (
          <ThreadEntry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}
