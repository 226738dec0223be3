/** Rows by position, both ends included; `to` is null for "and all that follow". */
export interface Range {
  from: number
  to: number | null
}

/** Reads `Range: 0-24` or `Range: 10-`. Anything else (also bytes) is ignored, as the protocol does. */
export function readRange(header: string | null): Range | null {
  const match = /^(\d{1,15})-(\d{1,15})?$/.exec(header ?? '')
  if (match === null) return null
  const [, from, to] = match
  return { from: Number(from), to: to === undefined ? null : Number(to) }
}
