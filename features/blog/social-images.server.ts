import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { senderOf } from '../../platform/http/client-address.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { BusyError, createFairQueue } from '../../platform/http/fair-queue.ts'
import { drawPostImage } from './draw-post-image.server.ts'

const FILE = /^([a-z0-9-]{1,200})\.png$/
/** What the pictures that are kept ready may take together, in bytes; one has about 40 KB. */
const CAPACITY = 48 * 1024 * 1024
/** A drawing takes a tenth of a second of the thread that also answers everybody else. */
const DRAWINGS = { running: 1, runningPerSender: 1, waiting: 60, waitingPerSender: 30, longestWait: 5_000 }
const FOR_AN_HOUR = 'public, max-age=3600'

interface Subject {
  title: string
  category: string
}

interface Picture {
  subject: string
  bytes: Promise<Buffer>
  /** Zero until it is drawn. */
  size: number
}

/** `/og/blog/SLUG.png`: the social image of a published article, drawn when it is first asked for and anew after a change. */
export function createSocialImages(
  { database }: Pick<Dependencies, 'database'>,
  { draw = drawPostImage, capacity = CAPACITY, drawings = DRAWINGS } = {},
): Hono<HttpEnv> {
  const pictures = new Map<string, Picture>()
  const draws = createFairQueue(drawings)
  const app = new Hono<HttpEnv>()

  app.get('/blog/:file', async (c) => {
    const slug = FILE.exec(c.req.param('file'))?.[1]
    const subject = slug === undefined ? null : await findSubject(slug)
    if (slug === undefined || subject === null) return c.text('There is no such picture.', 404)
    const etag = `"${createHash('sha256').update(JSON.stringify(subject)).digest('base64url').slice(0, 22)}"`
    const headers = { ETag: etag, 'Cache-Control': FOR_AN_HOUR }
    if (c.req.header('If-None-Match')?.includes(etag)) return c.body(null, 304, headers)
    const bytes = await drawOnce(slug, subject, senderOf(c.get('clientAddress')))
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

  function drawOnce(slug: string, subject: Subject, sender: string): Promise<Buffer> {
    const name = JSON.stringify(subject)
    const known = pictures.get(slug)
    if (known?.subject === name) return known.bytes
    const picture = { subject: name, bytes: draws(sender, () => draw(subject)), size: 0 }
    pictures.delete(slug)
    pictures.set(slug, picture)
    void weigh(slug, picture)
    return picture.bytes
  }

  /** Counts the bytes of a picture once it is drawn. One that could not be drawn is drawn anew when it is asked for again. */
  async function weigh(slug: string, picture: Picture): Promise<void> {
    try {
      picture.size = (await picture.bytes).byteLength
      dropOldest()
    } catch {
      // Whoever asked for the picture hears of the failure.
      if (pictures.get(slug) === picture) pictures.delete(slug)
    }
  }

  function dropOldest(): void {
    let bytes = pictures.values().reduce((sum, { size }) => sum + size, 0)
    for (const [slug, { size }] of pictures) {
      if (bytes <= capacity) break
      pictures.delete(slug)
      bytes -= size
    }
  }

  app.onError((error, c) => {
    if (!(error instanceof BusyError)) throw error
    return c.text('Too many pictures are being drawn. Please try again in a moment.', 503, {
      'Retry-After': '5',
    })
  })

  return app
}
