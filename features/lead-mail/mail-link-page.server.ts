import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { site } from '../../site.config.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Transaction, Database } from '../../platform/database/database.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import { hashSource } from '../../server/content-security-policy.ts'
import type { Clock } from '../../platform/clock.ts'

export interface MailLinkNeeds {
  database: Database
  clock: Clock
  secrets: { jwtSecret: string }
}

type Html = ReturnType<typeof html>

/** How often one link may be used. */
const USES = { capacity: 60, perSeconds: 3_600 }

const style = `
  :root { color-scheme: light; font: 1.0625rem/1.6 system-ui, sans-serif; background: #f5f7f1; color: #07222a }
  main { max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem }
  h1 { margin: .25rem 0 1.25rem; font-size: 1.75rem; line-height: 1.2 }
  p { margin: 0; overflow-wrap: anywhere }
  form { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
  button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid #07222a; background: none; color: inherit; font: inherit; cursor: pointer }
  button:first-child { background: #07222a; color: #fff }
  button:focus-visible, a:focus-visible { outline: 3px solid #07222a; outline-offset: 3px }
  a { color: inherit }
`

// Outside the template: the policy's hash covers exactly these characters.
const styleElement = raw(`<style>${style}</style>`)

/** Allows the page's style and form, nothing else. */
const pagePolicy = [
  "default-src 'none'",
  `style-src ${hashSource(style)}`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

interface MailLink {
  title: string
  /** The recipient and the kind of mail the link changes; null if its key is wrong. */
  subject: string | null
  /** The content of the page; null if the recipient no longer gets these mails. */
  answer: (tx: Transaction) => Promise<Html | null>
}

/** Answers the signed link of a mail with a page that works without JavaScript. A wrong key costs no use of the database. */
export async function answerMailLink(
  c: Context<HttpEnv>,
  { database, clock }: MailLinkNeeds,
  { title, subject, answer }: MailLink,
): Promise<Response> {
  const respond = (content: Html, status: 200 | 404 | 429, headers: Record<string, string> = {}) =>
    c.html(renderPage(title, content), status, {
      'Content-Security-Policy': pagePolicy,
      'Referrer-Policy': 'no-referrer',
      ...headers,
    })
  if (subject === null) return respond(invalidLink, 404)
  const limit = { key: `mail-link:${subject}`, ...USES, now: clock() }
  const wait = await asService(database, (tx) => consumeRateLimit(tx, limit))
  if (wait > 0) return respond(usedTooOften, 429, { 'Retry-After': String(wait) })
  const content = await asService(database, answer)
  return content === null ? respond(invalidLink, 404) : respond(content, 200)
}

const invalidLink = html`<p role="alert">
  This link is no longer valid. Open it from a newer mail, or sign in and choose under
  <a href="/login?view=account">Your account</a>.
</p>`

const usedTooOften = html`<p role="alert">
  This link was used too often. Nothing has changed. Try again in a few minutes, or sign in and choose under
  <a href="/login?view=account">Your account</a>.
</p>`

function renderPage(title: string, content: Html) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${site.name}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <p>${site.name}</p>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}
