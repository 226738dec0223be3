import type { Context } from 'hono'
import { FunctionError } from '../../platform/functions/server-function.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { drawPicture } from './draw-picture.server.ts'

/** Browsers save this type and never render it, under any file name. */
const SAFE = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

export interface ServedFile {
  file_name: string
  stored_as: string | null
}

/** Answers with a file to be saved; with `picture=1`, with a picture drawn anew. Throws FunctionError. */
export async function serveFile(
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
