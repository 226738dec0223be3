import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  FunctionError,
  readBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { consumeStaffLimit } from '../../server/spend-limits.ts'
import { requireStaff } from '../account/account.server.ts'
import {
  cleanFileName,
  explainTooMuch,
  FILE_LIMITS,
  type FileChannel,
  type UnsentFile,
} from './attachments.ts'
import { drawTextPicture } from './draw-picture.server.ts'

export { drawPicture } from './draw-picture.server.ts'
export { serveStoredFiles } from './serve-file.server.ts'
export { removeUnusedAttachments } from './unused-attachments.server.ts'

interface Needs {
  database: Database
  clock: Clock
  files: FileStore
}

const request = z.object({
  contact: uuid,
  channel: z.enum(['email', 'text']),
  name: z.string().max(1_000).default(''),
  type: z.string().default(''),
})

/** A file to store, with its name. */
interface NewFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** Stores a file for a message that is not sent yet. A picture for a text is re-encoded, small enough for every phone. */
export const uploadAttachment: ServerFunction<Needs> = {
  name: 'upload-attachment',
  method: 'POST',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const wanted = request.safeParse(c.req.query())
    if (!wanted.success)
      throw new FunctionError(400, 'An upload needs the contact, the channel and the name.')
    const { contact, channel, name, type } = wanted.data
    const bytes = await readBody(c.req.raw, { limit: FILE_LIMITS[channel].one, named: '10 MB', what: 'file' })
    if (bytes.byteLength === 0) throw new FunctionError(400, 'This file is empty.')
    await consumeStaffLimit('file', staff, deps)
    const file = await prepareFile({ name, type, bytes }, channel)
    const storedAs = await putFile(deps.files, file.bytes)
    const { rows } = await asService(deps.database, (tx) =>
      tx.query<UnsentFile>(
        `insert into private.unsent_files (contact_id, uploaded_by, channel, file_name, media_type, size, stored_as, uploaded_at)
         select id, $2, $3, $4, $5, $6, $7, $8 from public.crm_contacts where id = $1
         returning id, file_name as name, size`,
        [contact, staff.id, channel, file.name, file.type, file.bytes.byteLength, storedAs, deps.clock()],
      ),
    )
    if (rows[0] === undefined) throw new FunctionError(404, 'This contact does not exist any more.')
    return c.json(rows[0])
  },
}

async function prepareFile({ name, type, bytes }: NewFile, channel: FileChannel): Promise<NewFile> {
  const known = cleanFileName(name) || 'file'
  if (channel === 'email') return { name: known, type: cleanMediaType(type), bytes }
  const picture = await drawTextPicture(bytes)
  if (picture === null)
    throw new FunctionError(
      415,
      `${known} is no picture that can be sent. Please use JPEG, PNG, GIF or WebP.`,
    )
  const title = known.replace(/\.[^.]*$/, '') || 'picture'
  return {
    ...picture,
    name: `${title.slice(0, 190).toWellFormed()}.${picture.type === 'image/gif' ? 'gif' : 'jpg'}`,
  }
}

/** The type a sender claims, or the one of any bytes. */
export function cleanMediaType(type: string): string {
  const [claimed = ''] = type.toLowerCase().split(';')
  return /^[a-z0-9][\w.+-]*\/[a-z0-9][\w.+-]*$/.test(claimed.trim()) && claimed.length <= 100
    ? claimed.trim()
    : 'application/octet-stream'
}

/** Stores bytes under their hash, and returns that name. */
export async function putFile(files: FileStore, bytes: Uint8Array): Promise<string> {
  const name = `attachments/${createHash('sha256').update(bytes).digest('hex')}`
  await files.put(name, bytes, 'application/octet-stream')
  return name
}

export interface TakenFile {
  file_name: string
  media_type: string
  size: number
  stored_as: string
}

interface Sending {
  ids: readonly string[]
  contactId: string
  channel: FileChannel
  /** Profile id of the sender. */
  by: string | null
}

/**
 * Takes the sender's own unsent files for a message to a contact, in the transaction that writes the message. Throws
 * FunctionError if one is missing, or if they are too many or too large together.
 */
export async function takeUnsentFiles(
  tx: Transaction,
  { ids, contactId, channel, by }: Sending,
): Promise<TakenFile[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.query<TakenFile & { id: string }>(
    `delete from private.unsent_files
     where id = any ($1::uuid[]) and contact_id = $2 and channel = $3 and uploaded_by is not distinct from $4
     returning id, file_name, media_type, size, stored_as`,
    [ids, contactId, channel, by],
  )
  const found = ids.flatMap((id) => rows.filter((row) => row.id === id.toLowerCase()))
  if (found.length !== ids.length)
    throw new FunctionError(409, 'An attached file is no longer here. Please remove it and attach it again.')
  const tooMuch = explainTooMuch(
    channel,
    found.map(({ file_name: name, size }) => ({ name, size })),
  )
  if (tooMuch !== null) throw new FunctionError(409, tooMuch)
  return found
}
