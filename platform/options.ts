import type { Logger } from 'pino'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { Platform } from './database/migrate.ts'

/** What the platform needs from the program around it. Each part takes only what it uses. */
export interface PlatformOptions {
  config: {
    /** The site's public address, without a slash at the end. */
    siteUrl: string
    /** How many proxies stand in front; that many forwarded addresses are believed. */
    trustedProxies: number
  }
  secrets: { jwtSecret: string; anonKey: string; serviceRoleKey: string }
  database: Database
  platform: Platform
  clock: Clock
  log: Logger
}
