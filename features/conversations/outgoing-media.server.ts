import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { FunctionError, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'

const LIFE_SECONDS = 3_600
/** The carrier fetches a picture once, and a few times more if it has to. */
const FETCHES_AN_HOUR = 30

export interface MediaSigner {
  siteUrl: string
  secret: string
}

/** The address at which the carrier fetches a picture of a text within the next hour. The address works for anyone who has it. */
export function signMediaAddress(id: string, { siteUrl, secret }: MediaSigner, now: Date): string {
  const until = Math.floor(now.getTime() / 1_000) + LIFE_SECONDS
  const query = new URLSearchParams({ id, until: String(until), key: signMedia({ id, until }, secret) })
  return `${siteUrl}/functions/v1/outgoing-media?${query}`
}

function signMedia({ id, until }: { id: string; until: number }, secret: string): string {
  return createHmac('sha256', secret).update(`picture ${id} of a text until ${until}`).digest('base64url')
}

interface Needs {
  secrets: { jwtSecret: string }
  database: Database
  clock: Clock
  files: FileStore
}

const request = z.object({ id: uuid, until: z.string().regex(/^\d{1,12}$/), key: z.string().max(64) })

interface FoundPicture {
  media_type: string
  stored_as: string
}

/** A picture of an outgoing text for the carrier, by its signed address. Everything else is not found. */
export const outgoingMedia: ServerFunction<Needs> = {
  name: 'outgoing-media',
  method: 'GET',
  callers: 'everybody',
  answer: async (c, { secrets, database, clock, files }) => {
    const now = clock()
    const id = readSignedId(c.req.query(), secrets.jwtSecret, now)
    const picture = id === null ? null : await findPicture(database, id, now)
    const bytes = picture === null ? null : await files.find(picture.stored_as)
    if (picture === null || bytes === null)
      throw new FunctionError(404, 'There is no picture at this address.')
    return c.body(bytes, 200, {
      'Content-Type': picture.media_type,
      'Content-Length': String(bytes.byteLength),
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
  },
}

/** The id in a valid address that has not expired; null otherwise. */
function readSignedId(query: Record<string, string>, secret: string, now: Date): string | null {
  const parsed = request.safeParse(query)
  if (!parsed.success) return null
  const { id, key } = parsed.data
  const until = Number(parsed.data.until)
  const [given, expected] = [Buffer.from(key), Buffer.from(signMedia({ id, until }, secret))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return until * 1_000 > now.getTime() ? id : null
}

async function findPicture(database: Database, id: string, now: Date): Promise<FoundPicture | null> {
  const wait = await asService(database, (tx) =>
    consumeRateLimit(tx, { key: `media:${id}`, capacity: FETCHES_AN_HOUR, perSeconds: LIFE_SECONDS, now }),
  )
  if (wait > 0)
    throw new FunctionError(429, 'This picture was fetched too often.', { 'Retry-After': String(wait) })
  return asService(
    database,
    async (tx) => {
      const { rows } = await tx.query<FoundPicture>(
        `select media_type, stored_as from public.text_media
         where id = $1 and source is null and stored_as is not null and media_type in ('image/jpeg', 'image/gif')`,
        [id],
      )
      return rows[0] ?? null
    },
    { readOnly: true },
  )
}
