interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/**
 * Batches concurrent calls: items that arrive during a batch form the next one, of at most `limit`. `work` returns a
 * function that maps each item to its result. After a failed batch, each item is retried alone, so that one bad item
 * cannot fail the others.
 */
export function batchCalls<Item, Answer>(
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
