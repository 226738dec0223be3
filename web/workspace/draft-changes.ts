/** Fields that differ between two drafts. */
export function changedFields<Draft extends object>(one: Draft, other: Draft): (keyof Draft & string)[] {
  const names = Object.keys(one).filter((name): name is keyof Draft & string => name in other)
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

/** Applies the changes between `original` and `draft` to `now`. */
export function rebase<Draft extends object>(draft: Draft, original: Draft, now: Draft): Draft {
  const kept = changedFields(draft, original).map((name) => [name, draft[name]])
  return { ...now, ...Object.fromEntries(kept) }
}
