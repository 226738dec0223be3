import { asIdentity } from '../database/as-identity.ts'
import type { Dependencies } from '../dependencies.ts'
import { claimScheduledDraft, reportMissingDraft } from '../domain/generated-posts/claim-scheduled-draft.ts'
import { writeGeneratedPost } from '../domain/generated-posts/write-generated-post.ts'

type Needed = Pick<Dependencies, 'database' | 'clock' | 'log' | 'ai' | 'files'>

/** Writes the draft an admin has set a rhythm for. A draft that fails is reported to the staff, not tried for ever. */
export async function writeScheduledDraft({ database, clock, log, ai, files }: Needed): Promise<void> {
  const asServer = { role: 'service_role' } as const
  const due = await asIdentity(database, asServer, (tx) => claimScheduledDraft(tx, clock()))
  if (due === null) return
  const work = { database, clock, requestedBy: due.authorId, signal: new AbortController().signal }
  try {
    const post = await writeGeneratedPost(work, {
      ai,
      files,
      onCoverFailed: (error) => log.warn({ err: error }, 'a scheduled draft has no cover'),
    })
    log.info({ post: post.id }, 'scheduled draft written')
  } catch (error) {
    log.error({ err: error }, 'the scheduled draft could not be written')
    await asIdentity(database, asServer, (tx) => reportMissingDraft(tx, 'The AI service did not deliver it.'))
  }
}
