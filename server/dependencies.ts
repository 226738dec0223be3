import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Platform } from '../platform/database/migrate.ts'
import type { IncomingTexts } from '../features/conversations/incoming-sms.server.ts'
import type { HttpEnv } from '../platform/http/http-context.ts'
import type { Queues } from './jobs/queue-runner.ts'
import type { ContentServices } from './providers/content-services.ts'
import type { MailProvider } from './mail/mail-provider.ts'
import type { Phone } from './providers/phone/choose-phone.ts'
import type { Secrets } from './secrets.ts'

/** Everything the server is made from. `server.ts` builds the real ones, tests build their own. */
export interface Dependencies extends ContentServices {
  config: Config
  secrets: Secrets
  database: Database
  platform: Platform
  /** The versions of the migrations this program was written for. */
  migrations: readonly string[]
  clock: Clock
  log: Logger
  mail: MailProvider
  phone: Phone
  incomingTexts: IncomingTexts
  /** What leaves by itself: after the commit, when its time comes, again after a crash. */
  queues: Queues
  /** Answers every address that is not part of the wire: the rendered pages. */
  pages: PageHandler
  /** The built files of the pages; passes on what it does not have. */
  assets: Hono<HttpEnv>
}

/** What a page request may use besides the Request itself. */
export interface PageContext {
  /** Calls the server's own wire in-process, on behalf of the visitor's address. Paths like `/rest/v1/…`. */
  fetch: typeof fetch
  publicSettings: PublicSettings
  clock: Clock
}

/** A finished page, its text as yet in no encoding. */
export interface HtmlPage {
  status: number
  headers: Headers
  html: string
}

/** Answers with a page, or with what else an address leads to: a redirect, a feed, a refusal. */
export type PageHandler = (request: Request, context: PageContext) => Promise<Response | HtmlPage>

/** What the browser may know; also served as `/public-settings.json`. */
export interface PublicSettings {
  url: string
  anonKey: string
  siteUrl: string
  ipLookupUrl: string
  analyticsId: string | null
  sandbox: { phone: boolean; ai: boolean; photos: boolean; mail: boolean }
}
