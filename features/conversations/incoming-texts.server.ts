import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { inBatches } from '../../server/batch-calls.ts'
import { receiveTexts, type ReceivedText, type Reply } from './incoming-sms.server.ts'

/** How many texts one transaction writes at most. */
const BATCH = 50

/** Takes a text that came in and resolves, once it is committed, to the markup to answer the carrier with; null for none. */
export type IncomingTexts = (text: ReceivedText) => Promise<string | null>

/**
 * Writes what comes at the same time in one transaction: a burst of texts then costs the database little more than the rows
 * themselves. `markupOf` puts a reply into the carrier's words.
 */
export function createIncomingTexts(database: Database, markupOf: (reply: Reply) => string): IncomingTexts {
  return inBatches(
    (texts) =>
      asIdentity(database, { role: 'service_role' }, async (tx) => {
        const answers = await receiveTexts(tx, texts, markupOf)
        return ({ providerId }) => answers.get(providerId) ?? null
      }),
    BATCH,
  )
}
