import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { requireBody, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import { FileStoreError, type FileStore } from '../../platform/storage/file-store.ts'
import { addJob, type Job, type JobOutcome, type QueueHandler } from '../../server/jobs/job.ts'
import type { FetchedMedia, PhoneProvider } from '../../server/providers/phone/phone-provider.ts'
import { requireStaff } from '../account/account.server.ts'
import { drawPicture, putFile, serveStoredFiles } from '../attachments/attachments.server.ts'

/** Longer than the carrier's timeouts. */
const LEASE_MS = 60_000
/** Waits after failed attempts; staff can try again after the last. */
const WAITS_MS = [10_000, 60_000, 600_000]
const WIDTH = 2_000
const EXTENSIONS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'video/quicktime': 'mov',
  'audio/amr': 'amr',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'application/pdf': 'pdf',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/plain': 'txt',
}

const problems: Readonly<Record<(FetchedMedia & { result: 'failed' })['reason'], string>> = {
  gone: 'The carrier does not have it any more. Ask the sender for it.',
  'too large': 'It is larger than 5 MB. Ask the sender to email it.',
  'foreign address': 'Its address is not one of the carrier.',
  unreachable: 'The carrier could not be reached.',
}

/** A file of a received text, at the carrier. */
export interface IncomingMedia {
  source: string
  type: string
}

/** Writes the files of received texts and the jobs that fetch them, in the transaction of the texts. Needs `service_role`. */
export async function writeIncomingMedia(
  tx: Transaction,
  texts: readonly { providerId: string; media: readonly IncomingMedia[]; now: Date }[],
): Promise<void> {
  const sent = texts.flatMap(({ providerId, media, now }) =>
    media.map(({ source, type }, position) => ({
      provider_id: providerId,
      position,
      source,
      media_type: type,
      now,
    })),
  )
  if (sent.length === 0) return
  const { rows } = await tx.query<{ id: string; log_id: string; now: Date | string }>(
    `with sent as (
       select log.id as log_id, sent.* from jsonb_to_recordset($1)
         as sent (provider_id text, position smallint, source text, media_type text, now timestamptz)
       join public.communication_logs as log on log.provider_id = sent.provider_id and log.direction = 'inbound'),
     written as (
       insert into public.text_media (log_id, position, file_name, media_type, source)
       select log_id, position, 'file-' || position + 1, media_type, source from sent returning id, log_id, position)
     select written.id, written.log_id, sent.now from written join sent using (log_id, position) order by log_id, position`,
    [JSON.stringify(sent)],
  )
  for (const { id, log_id: lane, now } of rows)
    await addJob(tx, {
      queue: 'media',
      payload: { media: id },
      lane,
      runAt: new Date(now),
      key: `media:${id}`,
    })
}

const payload = z.object({ media: z.uuid() })

interface Wanted {
  id: string
  position: number
  media_type: string
  source: string
}

type Answer =
  | { kept: true; name: string; type: string; size: number; storedAs: string }
  | { kept: false; reason: keyof typeof problems }

/** Fetches the files of received texts from the carrier. Pictures are re-encoded before they are stored. */
export function createMediaQueue(tools: {
  phone: PhoneProvider
  files: FileStore
}): QueueHandler<Wanted, Answer> {
  return {
    queue: 'media',
    leaseMs: LEASE_MS,
    prepare,
    perform: (wanted) => fetchMedia(wanted, tools),
    record: (tx, { job, work, answer, now }) => recordMedia(tx, { job, work, answer, now }),
    abandoned: async (_tx, _job, now) => ({ state: 'later', at: now, reason: 'abandoned' }),
  }
}

async function prepare(tx: Transaction, job: Job): Promise<{ work: Wanted } | { outcome: JobOutcome }> {
  const { rows } = await tx.query<Wanted>(
    `select id, position, media_type, source from public.text_media
     where id = $1 and source is not null and stored_as is null and problem is null`,
    [payload.parse(job.payload).media],
  )
  return rows[0] === undefined ? { outcome: { state: 'done' } } : { work: rows[0] }
}

async function fetchMedia(
  { position, media_type: type, source }: Wanted,
  { phone, files }: { phone: PhoneProvider; files: FileStore },
): Promise<Answer> {
  const fetched = await phone.fetchMedia(source)
  if (fetched.result === 'failed') return { kept: false, reason: fetched.reason }
  const drawn = type.startsWith('image/') ? await drawPicture(fetched.bytes, WIDTH) : null
  const bytes = drawn ?? fetched.bytes
  const kind = drawn === null ? 'attachment' : 'picture'
  const extension = drawn === null ? (EXTENSIONS[type] ?? 'bin') : 'webp'
  try {
    return {
      kept: true,
      name: `${kind}-${position + 1}.${extension}`,
      type: drawn === null ? type.replace(/^image\/.*/, 'application/octet-stream') : 'image/webp',
      size: bytes.byteLength,
      storedAs: await putFile(files, bytes),
    }
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error
    return { kept: false, reason: 'unreachable' }
  }
}

async function recordMedia(
  tx: Transaction,
  { job, work, answer, now }: { job: Job; work: Wanted; answer: Answer; now: Date },
): Promise<JobOutcome> {
  if (answer.kept) {
    await tx.query(
      'update public.text_media set file_name = $2, media_type = $3, size = $4, stored_as = $5 where id = $1',
      [work.id, answer.name, answer.type, answer.size, answer.storedAs],
    )
    return { state: 'done' }
  }
  const wait =
    answer.reason === 'unreachable' || answer.reason === 'gone' ? WAITS_MS[job.attempts - 1] : undefined
  if (wait !== undefined) return { state: 'later', at: new Date(now.getTime() + wait), reason: answer.reason }
  await tx.query('update public.text_media set failure = $2, problem = $3 where id = $1', [
    work.id,
    answer.reason,
    problems[answer.reason],
  ])
  return { state: 'dead', reason: answer.reason }
}

interface Needs {
  database: Database
  clock: Clock
}

export const textMedia = serveStoredFiles({
  name: 'text-media',
  table: 'public.text_media',
  texts: {
    invalid: 'The id has to be that of a file of a text.',
    gone: 'This file does not exist any more.',
    missing: 'This file has not been fetched from the carrier.',
  },
})

/** Fetches a file of a received text once more. */
export const retryMedia: ServerFunction<Needs> = {
  name: 'retry-media',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireStaff(c.get('identity'), deps)
    const { id } = await requireBody(c.req.raw, z.object({ id: uuid }))
    const now = deps.clock()
    await asService(deps.database, async (tx) => {
      const { rows } = await tx.query<{ log_id: string }>(
        'update public.text_media set failure = null, problem = null where id = $1 and problem is not null returning log_id',
        [id],
      )
      for (const { log_id: lane } of rows)
        await addJob(tx, { queue: 'media', payload: { media: id }, lane, runAt: now })
    })
    return c.json({ success: true })
  },
}
