import { Fragment } from 'react'

/** Longer words may break at the hyphen, because a narrow line has no room for them. */
const LONGEST = 20

/** Heading text whose hyphenated words, such as "mobile-optimized", do not break. */
export function WholeWords({ children }: { children: string }) {
  return children.split(/(\s+)/).map((word, position) => (
    // oxlint-disable-next-line react/no-array-index-key -- words have no id and never move
    <Fragment key={position}>
      {isUnbreakable(word) ? <span className="whole-word">{word}</span> : word}
    </Fragment>
  ))
}

function isUnbreakable(word: string): boolean {
  return word.includes('-') && word.length <= LONGEST
}
