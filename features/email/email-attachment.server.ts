import sharp from 'sharp'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { FunctionError, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { requireStaff } from '../account/account.server.ts'

interface Needs {
  database: Database
  files: FileStore
}

const MAX_PIXELS = 50_000_000
const WIDTH = 1_200
/** Formats that are re-encoded; SVG and PDF may contain scripts, and their libraries are large. */
const PICTURES = new Set(['jpeg', 'png', 'gif', 'webp', 'heif', 'avif', 'tiff'])
/** Browsers save this type and never render it, under any file name. */
const SAFE = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

interface FoundAttachment {
  file_name: string
  stored_as: string | null
}

/** An attachment of an email, to be saved; with `picture=1`, a re-encoded picture. */
export const emailAttachment: ServerFunction<Needs> = {
  name: 'email-attachment',
  method: 'GET',
  callers: ['authenticated', 'service_role'],
  answer: async (c, { database, files }) => {
    const identity = c.get('identity')
    await requireStaff(identity, { database })
    const id = uuid.safeParse(c.req.query('id'))
    if (!id.success) throw new FunctionError(400, 'The id has to be that of an attachment.')
    const { rows } = await asIdentity(
      database,
      identity,
      (tx) =>
        tx.query<FoundAttachment>('select file_name, stored_as from public.email_attachments where id = $1', [
          id.data,
        ]),
      { readOnly: true },
    )
    const [found] = rows
    if (found === undefined) throw new FunctionError(404, 'This attachment does not exist any more.')
    const bytes = found.stored_as === null ? null : await files.find(found.stored_as)
    if (bytes === null)
      throw new FunctionError(404, 'This attachment was not kept here. It is in the mailbox.')
    if (c.req.query('picture') !== undefined)
      return c.body(await drawAnew(bytes), 200, { ...SAFE, 'Content-Type': 'image/webp' })
    const name = encodeURIComponent(found.file_name.toWellFormed()).replaceAll(
      /['()*]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    return c.body(bytes, 200, {
      ...SAFE,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
    })
  },
}

async function drawAnew(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { format } = await picture.metadata()
    if (!PICTURES.has(format)) throw new Error(format)
    return new Uint8Array(
      await picture.rotate().resize({ width: WIDTH, withoutEnlargement: true }).webp().toBuffer(),
    )
  } catch {
    throw new FunctionError(415, 'This attachment is no picture that can be shown.')
  }
}
