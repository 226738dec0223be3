/** "99%" of two counts, rounded down: 199 of 200 is not yet everything. `whole` is above 0. */
export function describeShare(part: number, whole: number): string {
  return `${Math.floor((part / whole) * 100)}%`
}
