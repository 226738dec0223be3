import type { Context } from 'hono'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { FunctionError, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { requireStaff } from '../account/account.server.ts'
import { drawPicture } from './draw-picture.server.ts'

/** Browsers save this type and never render it, under any file name. */
const SAFE = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

interface ServedFile {
  file_name: string
  stored_as: string | null
}

interface StoredFiles {
  /** Name of the function. */
  name: string
  table: 'public.email_attachments' | 'public.text_media'
  /** Said if the id is none, if there is no such row, and if its bytes are not stored. */
  texts: { invalid: string; gone: string; missing: string }
}

/** A file of a message for staff, to be saved; with `picture=1`, a re-encoded picture. */
export function serveStoredFiles({
  name,
  table,
  texts,
}: StoredFiles): ServerFunction<{ database: Database; files: FileStore }> {
  return {
    name,
    method: 'GET',
    callers: ['authenticated', 'service_role'],
    answer: async (c, { database, files }) => {
      const identity = c.get('identity')
      await requireStaff(identity, { database })
      const id = uuid.safeParse(c.req.query('id'))
      if (!id.success) throw new FunctionError(400, texts.invalid)
      const { rows } = await asIdentity(
        database,
        identity,
        (tx) => tx.query<ServedFile>(`select file_name, stored_as from ${table} where id = $1`, [id.data]),
        { readOnly: true },
      )
      const [found] = rows
      if (found === undefined) throw new FunctionError(404, texts.gone)
      return serveFile(c, files, { ...found, missing: texts.missing })
    },
  }
}

/** Throws FunctionError. */
async function serveFile(
  c: Context<HttpEnv>,
  files: FileStore,
  file: ServedFile & { /** Said if its bytes are not stored. */ missing: string },
): Promise<Response> {
  const bytes = file.stored_as === null ? null : await files.find(file.stored_as)
  if (bytes === null) throw new FunctionError(404, file.missing)
  if (c.req.query('picture') !== undefined) {
    const picture = await drawPicture(bytes)
    if (picture === null) throw new FunctionError(415, 'This attachment is no picture that can be shown.')
    return c.body(picture, 200, { ...SAFE, 'Content-Type': 'application/octet-stream' })
  }
  const name = encodeURIComponent(file.file_name.toWellFormed()).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return c.body(bytes, 200, {
    ...SAFE,
    'Content-Type': 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
  })
}
