import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { AiError } from '../../server/providers/ai/ai-provider.ts'
import { beginGeneration, endGeneration, type GenerationKind } from './generations.server.ts'

/** On whose behalf, with what, and until when a model works. */
export interface AiWork {
  database: Database
  clock: () => Date
  /** The admin who asked, or who set the schedule; null where that person is gone. */
  requestedBy: string | null
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}

interface Request {
  kind: GenerationKind
  prompt: string
  model: string
  simulated: boolean
}

/**
 * Does `generate` between two notes: that it was asked for, and how it ended. No transaction is open meanwhile. Throws
 * DailyLimitError, and what `generate` throws.
 */
export async function recordGeneration<Result extends object>(
  work: AiWork,
  request: Request,
  generate: () => Promise<Result>,
): Promise<Result> {
  const { requestedBy, clock } = work
  const id = await asServer(work, (tx) => beginGeneration(tx, { ...request, requestedBy, now: clock() }))
  const end = (outcome: string, result: object | null) =>
    asServer(work, (tx) => endGeneration(tx, { id, outcome, result }))
  try {
    const result = await generate()
    await end('done', result)
    return result
  } catch (error) {
    await end(error instanceof AiError ? error.failure : 'failed', null)
    throw error
  }
}

export function asServer<T>(
  { database, requestedBy }: Pick<AiWork, 'database' | 'requestedBy'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return asIdentity(database, serviceFor(requestedBy), work)
}
