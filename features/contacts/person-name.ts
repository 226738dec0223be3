export interface PersonName {
  first: string
  /** Empty when only one name was given. */
  last: string
}

/** Splits a name as people write it: `Ana de la Cruz` → Ana + de la Cruz; `Cruz, Ana` → Ana + Cruz. */
export function splitName(name: string): PersonName {
  const [family, given] = name.split(/,\s*(.+)/s)
  if (family && given) return { first: given.trim(), last: family.trim() }
  const [first = '', ...rest] = name.split(/\s+/)
  return { first, last: rest.join(' ') }
}
