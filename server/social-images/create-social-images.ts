import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { asIdentity } from '../database/as-identity.ts'
import type { Dependencies } from '../dependencies.ts'
import type { HttpEnv } from '../http/context.ts'
import { drawPostImage } from './draw-post-image.ts'

const FILE = /^([a-z0-9-]{1,200})\.png$/
/** How many pictures are kept ready; one has about 40 KB. */
const KEPT = 200
const FOR_AN_HOUR = 'public, max-age=3600'

interface Subject {
  title: string
  category: string
}

interface Picture {
  subject: string
  bytes: Promise<Buffer>
}

/** `/og/blog/SLUG.png`: the social image of a published article, drawn when it is first asked for and anew after a change. */
export function createSocialImages({ database }: Pick<Dependencies, 'database'>): Hono<HttpEnv> {
  const pictures = new Map<string, Picture>()
  const app = new Hono<HttpEnv>()

  app.get('/blog/:file', async (c) => {
    const slug = FILE.exec(c.req.param('file'))?.[1]
    const subject = slug === undefined ? null : await findSubject(slug)
    if (slug === undefined || subject === null) return c.text('There is no such picture.', 404)
    const etag = `"${createHash('sha256').update(JSON.stringify(subject)).digest('base64url').slice(0, 22)}"`
    const headers = { ETag: etag, 'Cache-Control': FOR_AN_HOUR }
    if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304, headers)
    const bytes = await drawOnce(slug, subject)
    return c.body(new Uint8Array(bytes), 200, { ...headers, 'Content-Type': 'image/png' })
  })

  /** As a visitor, so that nothing shows what is not public. */
  async function findSubject(slug: string): Promise<Subject | null> {
    const { rows } = await asIdentity(
      database,
      { role: 'anon' },
      (tx) =>
        tx.query<Subject>('select title, category from public.blog_posts where slug = $1 and published', [
          slug,
        ]),
      { readOnly: true },
    )
    return rows[0] ?? null
  }

  function drawOnce(slug: string, subject: Subject): Promise<Buffer> {
    const name = JSON.stringify(subject)
    const known = pictures.get(slug)
    if (known?.subject === name) return known.bytes
    const bytes = drawPostImage(subject)
    pictures.delete(slug)
    pictures.set(slug, { subject: name, bytes })
    bytes.catch(() => pictures.delete(slug))
    for (const oldest of pictures.keys()) {
      if (pictures.size <= KEPT) break
      pictures.delete(oldest)
    }
    return bytes
  }

  return app
}
