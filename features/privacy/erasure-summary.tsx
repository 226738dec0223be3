import type { PersonalDataSummary } from './privacy.api.ts'

const count = new Intl.NumberFormat('en-US')
const list = new Intl.ListFormat('en-US')

/** What an erasure takes, what it leaves and why. */
export function ErasureSummary({ summary: { kinds, sharedWith } }: { summary: PersonalDataSummary }) {
  const going = kinds.filter(({ stays }) => !stays)
  const staying = kinds.filter(({ stays }) => stays)
  return (
    <>
      <p>These go at once, for everybody, here and in every copy from which they could be brought back:</p>
      <dl>
        {going.map(({ name, rows }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count.format(rows)}</dd>
          </div>
        ))}
      </dl>
      {staying.map(({ name, rows, kept }) => (
        <p key={name}>
          <b>What stays:</b> {name.toLowerCase()} ({count.format(rows)}), because we may have to prove them:{' '}
          {kept}.
        </p>
      ))}
      {sharedWith.length > 0 ? (
        <p>
          {list.format(sharedWith)} can be reached under the same number, and what belongs to them stays with
          them.
        </p>
      ) : null}
      <p>Backups made until now keep it until they are replaced, within five weeks.</p>
    </>
  )
}
