import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Platform } from './database/migrate.ts'

/** Settings the platform needs from its host. Each part takes only the ones it uses. */
export interface PlatformOptions {
  config: {
    /** The site's public origin, without a trailing slash. */
    siteUrl: string
    /** Number of reverse proxies in front; as many forwarded addresses are trusted. */
    trustedProxies: number
  }
  secrets: { jwtSecret: string; anonKey: string; serviceRoleKey: string }
  database: Database
  platform: Platform
  clock: Clock
  log: Logger
}
