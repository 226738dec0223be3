import type { PostRevisionRow } from '../../db/row-types.ts'
import { diffLines, type DiffLine } from './line-diff.ts'
import type { PostDraft } from './post-draft.ts'

const compared = [
  ['title', 'Title'],
  ['excerpt', 'Excerpt'],
  ['content', 'Content'],
  ['meta_description', 'Meta description'],
  ['featured_image', 'Featured image'],
  ['featured_image_alt', 'Image description'],
] as const

/** What the form changes against an earlier version, field by field. */
export function RevisionComparison({ revision, draft }: { revision: PostRevisionRow; draft: PostDraft }) {
  const different = compared.filter(([name]) => (revision[name] ?? '') !== draft[name])
  if (different.length === 0) return <p className="post-same">The form says the same as this version.</p>
  return (
    <dl className="post-comparison">
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

/** Unchanged lines next to a change give it its place; the others are left out. */
const AROUND = 1

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  const changed = lines.flatMap(({ change }, position) => (change === 'same' ? [] : [position]))
  return lines.map((line, position) =>
    changed.some((place) => Math.abs(place - position) <= AROUND) ? (
      // A line has no other identity than its place.
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
