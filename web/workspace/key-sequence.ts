/** How long the second key of a sequence may take, in milliseconds. */
const PATIENCE_MS = 1500

/**
 * Puts single keys together: after `g` the next key belongs to it, for a while. Gives a function that takes each key with its
 * time and returns what was typed so far.
 */
export function keySequence(): (key: string, at: number) => readonly string[] {
  let begun = Number.NEGATIVE_INFINITY
  return (key, at) => {
    const continues = at - begun <= PATIENCE_MS
    begun = key === 'g' && !continues ? at : Number.NEGATIVE_INFINITY
    return continues ? ['g', key] : [key]
  }
}
