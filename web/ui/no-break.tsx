import { Fragment } from 'react'

/** Longer ones may still break at their hyphen: a narrow screen has no more room in a line. */
const LONGEST = 20

/** A heading whose hyphenated words, "mobile-optimized", stay on one line. */
export function WholeWords({ children }: { children: string }) {
  return children.split(/(\s+)/).map((word, position) => (
    // oxlint-disable-next-line react/no-array-index-key -- a word has nothing but its place, and none moves
    <Fragment key={position}>{staysWhole(word) ? <span className="whole-word">{word}</span> : word}</Fragment>
  ))
}

function staysWhole(word: string): boolean {
  return word.includes('-') && word.length <= LONGEST
}
