import { PICTURE_BYTES } from '../blog/picture-type.server.ts'
import { storePicture } from '../blog/blog.server.ts'
import { inWords } from './content-request.server.ts'
import { readBody } from '../../platform/functions/json-body.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { requireAdmin } from '../account/account.server.ts'

/** Keeps a picture of the caller's own. The body is the file itself; what it calls itself is not believed. */
export const uploadPicture: ServerFunction = {
  name: 'upload-picture',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    await requireAdmin(c.get('identity'), deps)
    const bytes = await readBody(c.req.raw, { limit: PICTURE_BYTES, named: '15 MB' })
    return c.json(await inWords(c, () => storePicture(bytes, deps.files)))
  },
}
