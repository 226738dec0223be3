import { z } from 'zod'
import type { Transaction } from '../../platform/database/database.ts'
import { FileStoreError, type FileStore } from '../../platform/storage/file-store.ts'
import type { MailAttachment, MailFailure, MailProvider } from './mail-provider.ts'
import { MailError } from './mail-provider.ts'
import type { JobOutcome, Job, QueueHandler } from '../jobs/job.ts'

const LEASE_MS = 120_000
const MINUTE = 60_000
/** After this many failures in a row a mail steps aside, in case it is the cause and not the server. */
const STEP_ASIDE_AFTER = 8
const STEP_ASIDE_MS = 5 * MINUTE

const payload = z.object({ mail: z.uuid() })
const message = z.object({
  to: z.string(),
  replyTo: z.object({ name: z.string(), address: z.string() }).optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  unsubscribe: z.url().optional(),
  author: z.string().optional(),
  inReplyTo: z.string().optional(),
  references: z.array(z.string()).optional(),
  attachments: z
    .array(z.object({ fileName: z.string(), mediaType: z.string(), storedAs: z.string() }))
    .optional(),
  invitation: z.object({ method: z.enum(['request', 'cancel', 'publish']), calendar: z.string() }).optional(),
})

/** A message with its attachments in the file store. */
type QueuedMail = z.infer<typeof message> & { messageId: string }

type Answer = { left: true } | { left: false; failure: MailFailure; detail: string }

/** Sends queued mails through the mail server. `host` is the domain of their Message-IDs. */
export function createMailQueue({
  mail,
  files,
  host,
}: {
  mail: MailProvider
  files: FileStore
  host: string
}): QueueHandler<QueuedMail, Answer> {
  return {
    queue: 'mails',
    leaseMs: LEASE_MS,
    prepare: (tx, job, now) => prepare(tx, { job, now, host }),
    perform: (work) => sendMail(mail, files, work),
    record: (tx, { job, work, answer, now }) =>
      answer.left ? recordSent(tx, job) : recordFailure(tx, { job, work, answer, now }),
    // It may have been sent. A duplicate with the same Message-ID is better than a lost link or lead.
    abandoned: async (_tx, _job, now) => ({ state: 'later', at: now, reason: 'abandoned' }),
  }
}

async function prepare(
  tx: Transaction,
  { job, now, host }: { job: Job; now: Date; host: string },
): Promise<{ work: QueuedMail } | { outcome: JobOutcome }> {
  const { mail: id } = payload.parse(job.payload)
  const { rows } = await tx.query<{ message: unknown; fresh: boolean; refused: boolean }>(
    `select message, expires_at > $2 as fresh,
       kind = 'staff' and exists (select from public.email_opt_outs where address = lower(message ->> 'to')) as refused
     from private.outgoing_mails where id = $1`,
    [id, now],
  )
  const [mail] = rows
  if (mail === undefined) return { outcome: { state: 'done' } }
  if (mail.refused) {
    await settleEmail(tx, job, 'canceled', 'This address has opted out of email')
    return { outcome: await deleteContents(tx, job, { state: 'done' }) }
  }
  if (!mail.fresh) return { outcome: await giveUp(tx, job, { reason: 'expired' }) }
  return { work: { ...message.parse(mail.message), messageId: `<${id}@${host}>` } }
}

async function sendMail(mail: MailProvider, files: FileStore, work: QueuedMail): Promise<Answer> {
  try {
    await mail.send({ ...work, attachments: await readAttachments(files, work) })
    return { left: true }
  } catch (error) {
    if (error instanceof FileStoreError) return { left: false, failure: 'later', detail: error.message }
    if (!(error instanceof MailError)) throw error
    return { left: false, failure: error.failure, detail: error.detail }
  }
}

async function readAttachments(
  files: FileStore,
  { attachments = [] }: QueuedMail,
): Promise<MailAttachment[]> {
  const read: MailAttachment[] = []
  for (const { storedAs, ...attachment } of attachments) {
    const content = await files.find(storedAs)
    if (content === null)
      throw new MailError('refused', { detail: `The file ${attachment.fileName} is no longer stored.` })
    read.push({ ...attachment, content })
  }
  return read
}

async function recordSent(tx: Transaction, job: Job): Promise<JobOutcome> {
  await settleEmail(tx, job, 'sent', null)
  return deleteContents(tx, job, { state: 'done' })
}

async function recordFailure(
  tx: Transaction,
  failed: { job: Job; work: QueuedMail; answer: Answer & { left: false }; now: Date },
): Promise<JobOutcome> {
  const { job, answer, now } = failed
  if (answer.failure === 'refused') return giveUp(tx, job, { reason: 'refused', detail: answer.detail })
  if (answer.failure === 'away' && job.attempts % STEP_ASIDE_AFTER !== 0)
    return { state: 'provider-down', reason: 'away' }
  const wait = answer.failure === 'away' ? STEP_ASIDE_MS : backoffMs(job.attempts)
  return { state: 'later', at: new Date(now.getTime() + wait), reason: answer.failure }
}

/** One minute, doubling to an hour. */
function backoffMs(attempts: number): number {
  return MINUTE * Math.min(60, 2 ** (attempts - 1))
}

/** Gives up on the mail. Notifies staff, unless it only concerned the account holder. */
async function giveUp(
  tx: Transaction,
  job: Job,
  why: { reason: 'refused' | 'expired'; detail?: string },
): Promise<JobOutcome> {
  await tx.query(
    `insert into public.notifications (title, message)
     select 'An email could not be delivered',
            left(concat_ws(' ', 'To ' || (message ->> 'to') || ', “' || (message ->> 'subject') || '”:', $2::text), 1000)
     from private.outgoing_mails where id = $1 and kind <> 'account'`,
    [payload.parse(job.payload).mail, why.detail ?? 'the mail server could not be reached for too long.'],
  )
  await settleEmail(tx, job, 'failed', why.detail ?? 'The mail server could not be reached for too long.')
  return deleteContents(tx, job, { state: 'dead', ...why })
}

/** Shows the outcome of an email by staff in the history. */
async function settleEmail(tx: Transaction, job: Job, status: string, reason: string | null): Promise<void> {
  await tx.query('select private.settle_email($1, $2, $3)', [payload.parse(job.payload).mail, status, reason])
}

/** Deletes a mail's contents as soon as it is sent. */
async function deleteContents(tx: Transaction, job: Job, outcome: JobOutcome): Promise<JobOutcome> {
  await tx.query('delete from private.outgoing_mails where id = $1', [payload.parse(job.payload).mail])
  return outcome
}
