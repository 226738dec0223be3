import { useQuery } from '@tanstack/react-query'
import { diffArrays } from 'diff'
import { useState } from 'react'
import { staffName } from '../../web/ui/full-name.ts'
import type { PostRevisionRow } from '../../db/row-types.ts'
import { listRevisions } from './blog.api.ts'
import { useClient } from '../../web/api/session.ts'
import { FailedList, LoadingList } from '../../web/ui/list-state.tsx'
import { MomentOf } from '../../web/ui/date-time.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { keys } from '../../web/workspace/query-client.ts'
import type { PostDraft } from './post-draft.ts'
import styles from './post-revisions.module.css'

interface PostRevisionsProps {
  postId: string
  draft: PostDraft
  onRestore: (revision: PostRevisionRow) => void
}

const compared = [
  ['title', 'Title'],
  ['excerpt', 'Excerpt'],
  ['content', 'Content'],
  ['meta_description', 'Meta description'],
  ['featured_image', 'Featured image'],
  ['featured_image_alt', 'Image description'],
] as const

/** Number of unchanged lines shown around a change. */
const AROUND = 1

/** The time to compare grows with the square of the changed lines. */
const MOST_CHANGED_LINES = 1000

/** A line in both texts, only in the earlier one, or only in the later one. */
interface DiffLine {
  change: 'same' | 'removed' | 'added'
  text: string
}

/** Versions of the post, to compare with the form and to restore. */
export function PostRevisions({ postId, draft, onRestore }: PostRevisionsProps) {
  const backend = useClient()
  const [compared, setCompared] = useState<string | null>(null)
  const { data, isPending, isError, refetch } = useQuery({
    // Below the list's key, so that invalidating posts also refreshes the versions.
    queryKey: [...keys.posts, postId, 'versions'],
    queryFn: () => listRevisions(backend, postId),
  })
  if (isPending) return <LoadingList label="Loading versions..." />
  if (isError && !data)
    return <FailedList onRetry={() => void refetch()}>The versions could not be loaded.</FailedList>
  return (
    <ol className={styles.versions}>
      {data.map((revision) => (
        <li key={revision.id}>
          <div className={styles.version}>
            <MomentOf at={revision.saved_at} />
            <span>{editorName(revision)}</span>
            <span className={revision.published ? 'chip chip-yes' : 'chip chip-no'}>
              {revision.published ? 'Published' : 'Draft'}
            </span>
            <ToolButton
              variant="quiet"
              aria-expanded={compared === revision.id}
              onClick={() => setCompared(compared === revision.id ? null : revision.id)}
            >
              Compare
            </ToolButton>
            <ToolButton variant="quiet" onClick={() => onRestore(revision)}>
              Restore
            </ToolButton>
          </div>
          {compared === revision.id ? <RevisionComparison revision={revision} draft={draft} /> : null}
        </li>
      ))}
    </ol>
  )
}

function editorName({ editor }: PostRevisionRow): string {
  if (editor === null) return 'The system'
  return staffName(editor)
}

/** Differences between a version and the form, field by field. */
function RevisionComparison({ revision, draft }: { revision: PostRevisionRow; draft: PostDraft }) {
  const different = compared.filter(([name]) => (revision[name] ?? '') !== draft[name])
  if (different.length === 0) return <p className={styles.same}>This version is the same as the form.</p>
  return (
    <dl className={styles.comparison}>
      {different.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <Lines lines={diffLines(revision[name] ?? '', draft[name])} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Texts that differ in too many lines are shown whole, one after the other. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [one, other] = [before.split('\n'), after.split('\n')]
  const parts = diffArrays(one, other, { maxEditLength: MOST_CHANGED_LINES }) ?? [
    { removed: true, added: false, value: one },
    { removed: false, added: true, value: other },
  ]
  return parts.flatMap(({ removed, added, value }) => {
    const change = removed ? 'removed' : added ? 'added' : 'same'
    return value.map((text) => ({ change, text }) as const)
  })
}

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  const changed = lines.flatMap(({ change }, position) => (change === 'same' ? [] : [position]))
  return lines.map((line, position) =>
    changed.some((place) => Math.abs(place - position) <= AROUND) ? (
      // Lines have no identity but their index.
      // oxlint-disable-next-line react/no-array-index-key
      <Line key={position} line={line} />
    ) : null,
  )
}

function Line({ line: { change, text } }: { line: DiffLine }) {
  if (change === 'removed') return <del>{text || ' '}</del>
  if (change === 'added') return <ins>{text || ' '}</ins>
  return <span>{text || ' '}</span>
}
