interface WordmarkProps {
  name: string
  /** Text for screen readers, if it differs from the name. */
  spoken?: string
}

/**
 * A name set as a wordmark. A name with exactly two i's gets two buoys as dots, at low and high water; any other name is plain.
 * Screen readers always get plain text.
 */
export function Wordmark({ name, spoken = name }: WordmarkProps) {
  return (
    <>
      <span className="wordmark" aria-hidden="true">
        <Letters name={name} />
      </span>
      <span className="visually-hidden">{spoken}</span>
    </>
  )
}

function Letters({ name }: { name: string }) {
  const parts = name.split('i')
  if (parts.length !== 3) return name
  const [before, between, after] = parts
  return (
    <>
      {before}
      <span className="wordmark-dot">ı</span>
      {between}
      <span className="wordmark-dot">ı</span>
      {after}
    </>
  )
}
