interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/**
 * Work that is cheaper for many at once: what comes while a batch is under way is the next one, of at most `limit`. `work`
 * returns what answers each item. When a batch fails, each of its items is tried alone, so that none fails for another.
 */
export function inBatches<Item, Answer>(
  work: (items: readonly Item[]) => Promise<(item: Item) => Answer>,
  limit: number,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let busy = false

  async function drain(): Promise<void> {
    busy = true
    while (waiting.length > 0) await settle(waiting.splice(0, limit))
    busy = false
  }

  async function settle(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answerTo = await work(batch.map(({ item }) => item))
      for (const { item, resolve } of batch) resolve(answerTo(item))
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((alone) => settle([alone])))
      else for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!busy) void drain()
    })
}
