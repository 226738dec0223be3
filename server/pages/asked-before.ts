/** Says of an address whether it is among the last `capacity` that were asked for, and remembers it. */
export function createAskedBefore(capacity = 1_000): (address: string) => boolean {
  const known = new Set<string>()
  return (address) => {
    const before = known.delete(address)
    known.add(address)
    const [oldest] = known
    if (known.size > capacity && oldest !== undefined) known.delete(oldest)
    return before
  }
}
