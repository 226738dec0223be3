import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import {
  claimScheduledDraft,
  finishScheduledDraft,
  giveBackScheduledDraft,
  reportMissingDraft,
} from './scheduled-draft.server.ts'
import { writeGeneratedPost } from './post-generator.server.ts'

type Needed = Pick<Dependencies, 'database' | 'clock' | 'log' | 'ai' | 'files'>

/**
 * Writes the draft an admin has set a rhythm for, once. One that fails is reported to the staff, not tried for ever; one
 * that a server leaves, stopping or killed, is written by the next.
 */
export async function writeScheduledDraft(
  { database, clock, log, ai, files }: Needed,
  ending: AbortSignal,
): Promise<void> {
  const asServer = <T>(work: (tx: Transaction) => Promise<T>) =>
    asIdentity(database, { role: 'service_role' }, work)
  const due = await asServer((tx) => claimScheduledDraft(tx, clock()))
  if (due === null) return
  const work = { database, clock, requestedBy: due.authorId, signal: ending }
  try {
    const post = await writeGeneratedPost(work, {
      ai,
      files,
      onCoverFailed: (error) => log.warn({ err: error }, 'a scheduled draft has no cover'),
      alsoSave: (tx) => finishScheduledDraft(tx, due),
    })
    log.info({ post: post.id }, 'scheduled draft written')
  } catch (error) {
    if (ending.aborted) return asServer((tx) => giveBackScheduledDraft(tx, due, clock()))
    log.error({ err: error }, 'the scheduled draft could not be written')
    await asServer((tx) => reportMissingDraft(tx, due, 'The AI service did not deliver it.'))
  }
}
