import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { MessageRow } from '../../db/row-types.ts'
import { EmptyList, FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { useRestoreFocus } from '../../web/workspace/use-restore-focus.ts'
import { ThreadEntry } from './message.tsx'
import type { useConversation } from './use-conversation.ts'

/** A conversation with the newest entry at the bottom, scrolled into view. */
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
    <Entries entries={entries} earlier={hasNextPage}>
      {hasNextPage ? (
        <ToolButton busy={isFetchingNextPage} onClick={() => void conversation.fetchNextPage()}>
          {isFetchingNextPage ? 'Loading...' : 'Show earlier'}
        </ToolButton>
      ) : null}
    </Entries>
  )
}

interface EntriesProps {
  entries: MessageRow[]
  /** Whether there are more, older ones. */
  earlier: boolean
  /** The button that loads them. */
  children: React.ReactNode
}

function Entries({ entries, earlier, children }: EntriesProps) {
  // The button disappears with the last page, so focus has to move.
  const scroller = useRestoreFocus<HTMLElement>(earlier)
  useScrollWithEntries(scroller, entries)
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

/** Scrolls to a new entry; keeps the reading position when older ones are added above. */
function useScrollWithEntries(scroller: RefObject<HTMLElement | null>, entries: readonly MessageRow[]) {
  const before = useRef<{ newest?: string; oldest?: string; height: number }>({ height: 0 })
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    const [newest, oldest] = [entries.at(-1)?.id, entries[0]?.id]
    const { current: last } = before
    if (newest !== last.newest) box.scrollTo({ top: box.scrollHeight })
    else if (oldest !== last.oldest) box.scrollBy({ top: box.scrollHeight - last.height })
    before.current = { newest, oldest, height: box.scrollHeight }
  })
}
