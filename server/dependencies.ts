import type { ServerFunction as GenericFunction } from '../platform/functions/server-function.ts'
import type { PageHandler } from './pages/page-handler.ts'
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

/** The server's dependencies. `server.ts` builds the real ones, tests build their own. */
export interface Dependencies extends ContentServices {
  config: Config
  secrets: Secrets
  database: Database
  platform: Platform
  /** Versions of the migrations this program requires. */
  migrations: readonly string[]
  clock: Clock
  log: Logger
  mail: MailProvider
  phone: Phone
  incomingTexts: IncomingTexts
  /** Durable queues: send after the commit, when due, again after a crash. */
  queues: Queues
  /** Handles every other path: the rendered pages. */
  pages: PageHandler
  /** Built client files; unknown paths fall through. */
  assets: Hono<HttpEnv>
}

/** What functions may use. */
export type FunctionDependencies = Omit<Dependencies, 'pages' | 'assets' | 'migrations'>

export type ServerFunction = GenericFunction<FunctionDependencies>
