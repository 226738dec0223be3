import { PICTURE_BYTES } from '../domain/pictures/picture-type.ts'
import { storePicture } from '../domain/pictures/store-picture.ts'
import { inWords } from './content-request.ts'
import { readBody } from './json-body.ts'
import type { ServerFunction } from './server-function.ts'
import { requireAdmin } from './staff.ts'

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
