import { asIdentity, serviceFor } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  AiError,
  type AiArtist,
  type AiWriter,
  type Draft,
  type ReplyDraft,
  type ReplyRequest,
} from '../../server/providers/ai/ai-provider.ts'
import { MODEL_REQUESTS_PER_DAY } from '../../server/spend-limits.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { PictureError, storePicture, type KeptPicture } from '../blog/blog.server.ts'

/** Who requested a model call, its dependencies, and when to abort it. */
export interface AiWork {
  database: Database
  clock: () => Date
  /** Who asked or set the schedule; null if the account is gone. */
  requestedBy: string | null
  /** Aborted when the caller no longer waits for the answer. */
  signal: AbortSignal
}

interface Request {
  kind: GenerationKind
  prompt: string
  model: string
  simulated: boolean
}

const DAY = 86_400_000

type GenerationKind = keyof typeof MODEL_REQUESTS_PER_DAY

export interface NewGeneration {
  kind: GenerationKind
  prompt: string
  model: string
  simulated: boolean
  requestedBy: string | null
  now: Date
}

export class DailyLimitError extends Error {
  override readonly name = 'DailyLimitError'
  readonly kind: GenerationKind
  /** Seconds until the oldest of the day's requests no longer counts. */
  readonly retryAfter: number

  constructor(kind: GenerationKind, retryAfter: number) {
    super(`The limit of ${MODEL_REQUESTS_PER_DAY[kind]} within a day is reached`)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

/** Has the model write a complete article. Throws DailyLimitError or AiError. */
export function generateArticle(work: AiWork, writer: AiWriter, prompt: string): Promise<Draft> {
  const { model, simulated } = writer
  return recordGeneration(work, { kind: 'article', prompt, model, simulated }, () =>
    writer.write(prompt, work.signal),
  )
}

/**
 * Has the model draft a reply. Only the request is recorded: the prompt and the draft hold words of people outside, which have to
 * disappear with their contact. Throws DailyLimitError or AiError.
 */
export async function generateReply(
  work: AiWork,
  writer: AiWriter,
  request: ReplyRequest,
): Promise<ReplyDraft> {
  const { model, simulated } = writer
  return recordGeneration(
    work,
    { kind: 'reply', prompt: `A reply by ${request.channel}`, model, simulated },
    () => writer.reply(request, work.signal),
    () => null,
  )
}

/**
 * Runs `generate` and records the request before and the outcome after it. Holds no transaction open in between. Throws
 * DailyLimitError, and what `generate` throws.
 */
async function recordGeneration<Result extends object>(
  work: AiWork,
  request: Request,
  generate: () => Promise<Result>,
  /** The part of the result to keep. */
  keep: (result: Result) => object | null = (result) => result,
): Promise<Result> {
  const { requestedBy, clock } = work
  const id = await asService(work, (tx) => beginGeneration(tx, { ...request, requestedBy, now: clock() }))
  const end = (outcome: string, result: object | null) =>
    asService(work, (tx) => endGeneration(tx, { id, outcome, result }))
  try {
    const result = await generate()
    await end('done', keep(result))
    return result
  } catch (error) {
    await end(error instanceof AiError ? error.failure : 'failed', null)
    throw error
  }
}

export function asService<T>(
  { database, requestedBy }: Pick<AiWork, 'database' | 'requestedBy'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return asIdentity(database, serviceFor(requestedBy), work)
}

/** Checks the limit and records the request before the model call. `tx` acts as service_role. Throws DailyLimitError. */
async function beginGeneration(tx: Transaction, request: NewGeneration): Promise<string> {
  const { kind, prompt, model, simulated, requestedBy, now } = request
  // Serializes concurrent requests, which could otherwise all take the last free slot.
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`ai_generations ${requestedBy}`])
  const { rows } = await tx.query<{ used: number; oldest: string | null }>(
    `select count(*)::integer as used, min(created_at) as oldest from public.ai_generations
     where requested_by is not distinct from $1 and kind = $2 and created_at > $3`,
    [requestedBy, kind, new Date(now.getTime() - DAY).toISOString()],
  )
  const { used = 0, oldest = null } = rows[0] ?? {}
  if (used >= MODEL_REQUESTS_PER_DAY[kind]) throw new DailyLimitError(kind, secondsUntilFree(oldest, now))
  const inserted = await tx.query<{ id: string }>(
    `insert into public.ai_generations (kind, prompt, model, simulated, requested_by, created_at)
     values ($1, $2, $3, $4, $5, $6) returning id`,
    [kind, prompt, model, simulated, requestedBy, now.toISOString()],
  )
  return inserted.rows[0]?.id ?? ''
}

function secondsUntilFree(oldest: string | null, now: Date): number {
  const since = oldest === null ? now.getTime() : Date.parse(oldest)
  return Math.max(1, Math.ceil((since + DAY - now.getTime()) / 1000))
}

/** Records the outcome: "done" with the result, or the failure code. */
async function endGeneration(
  tx: Transaction,
  { id, outcome, result }: { id: string; outcome: string; result: object | null },
): Promise<void> {
  await tx.query(`update public.ai_generations set outcome = $2, result = $3 where id = $1`, [
    id,
    outcome,
    result,
  ])
}

/** Has the model draw a picture and stores it on our server. Throws DailyLimitError, AiError or FileStoreError. */
export function generatePicture(
  work: AiWork,
  { artist, files }: { artist: AiArtist; files: FileStore },
  prompt: string,
): Promise<KeptPicture> {
  const { model, simulated } = artist
  return recordGeneration(work, { kind: 'picture', prompt, model, simulated }, async () =>
    storePicture(await artist.draw(prompt, work.signal), files).catch(toAiError),
  )
}

/** Turns a rejected picture into a model error: the model returned it, not the user. */
function toAiError(error: unknown): never {
  if (!(error instanceof PictureError)) throw error
  throw new AiError('wrong-shape', error.message, { cause: error })
}
