import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  checkContentVariables,
  contentVariables,
  readContentServices,
  type ContentServices,
} from './content-config.ts'
import { ExplainedError } from '../platform/errors.ts'
import { site } from '../site.config.ts'

const e164 = z.string().regex(/^\+[1-9]\d{7,14}$/, 'must be a number like +19105550142')
const port = z.coerce.number().int().min(0).max(65535)
const email = z.email({ pattern: z.regexes.html5Email })
/** Enough for proxies that poll readiness every second to poll twice. */
const PROXIES_NOTICE_SECONDS = 3

/** How to empty the cache of a CDN. */
export interface PurgeSettings {
  url: string
  /** The key, as a header of the request. */
  headers: Record<string, string>
}

/** Settings of the phone carrier. */
const phoneVariables = {
  PHONE_PROVIDER: z.enum(['simulated', 'twilio']).optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: e164.optional(),
  TWILIO_MESSAGING_SERVICE_SID: z.string().optional(),
  TWILIO_API_BASE: z.url().optional(),
  STAFF_PHONE: e164.optional(),
  MISSED_CALL_TEXT: z.enum(['on', 'off']).default('on'),
}

const ownPhoneVariables = z.object(phoneVariables)

/** Every setting, as named in `.env.example`; all optional. */
const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url().optional(),
  NIGHTLY_BACKUP: z.enum(['on', 'off']).default('on'),
  PUBLIC_SITE_URL: z.url().optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  DRAIN_SECONDS: z.coerce.number().min(0).max(5).optional(),
  PURGE_URL: z.url({ protocol: /^https?$/, error: 'must begin with https://' }).optional(),
  PURGE_HEADER: z
    .string()
    .regex(/^[\w-]+: *\S.*$/, 'must look like Authorization: Bearer KEY')
    .optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  JWT_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  ANON_KEY: z.string().optional(),
  SERVICE_ROLE_KEY: z.string().optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must be at least 8 characters').max(72).optional(),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().optional(),
  LEADS_EMAIL: email.optional(),
  MAILBOX_URL: z
    .url({ protocol: /^imaps?$/, error: 'must look like imaps://user:password@host:993' })
    .optional(),
  MAILBOX_SENT: z.string().optional(),
  MAILBOX_AUTH_SERVER: z.string().optional(),
  ...contentVariables,
  ...phoneVariables,
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'must look like G-ABC123DEF4')
    .optional(),
  MEASURED_REPLY: z.enum(['on', 'off']).optional(),
  REVIEW_URL: z.url({ protocol: /^https$/, error: 'must begin with https://' }).optional(),
  IP_LOOKUP_URL: z.url().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
})

const environment = variables.superRefine(checkContentVariables).superRefine(checkPhoneVariables)

type PhoneVariables = z.infer<typeof ownPhoneVariables>

interface PhoneSettings {
  provider: 'simulated' | 'twilio'
  accountSid: string | undefined
  /** Two during a rotation; both verify webhooks, the first one authenticates requests. */
  authTokens: string[]
  from: string | undefined
  messagingServiceSid: string | undefined
  apiBase: string
  /** Phone that rings first, for incoming calls and those that staff make. */
  staffPhone: string | undefined
  /** Whether missed callers get an SMS, at most one a day. */
  missedCallText: boolean
}

export interface MailboxSettings {
  /** `imaps://user:password@host:993` */
  url: string
  /** Folder of sent mail; absent: found by its role. */
  sentFolder: string | undefined
  /** The server that we trust for Authentication-Results; absent: guessed from the host. */
  authServer: string | undefined
}

export interface Config extends ContentServices {
  environment: 'development' | 'test' | 'production'
  port: number
  host: string
  dataDirectory: string
  /** Absent: the embedded database in `dataDirectory`. */
  databaseUrl: string | undefined
  /** Whether to make a backup every night, in `dataDirectory`. */
  nightlyBackup: boolean
  /** The public origin of the site, without a trailing slash. */
  siteUrl: string
  /** Number of reverse proxies in front that append to X-Forwarded-For. */
  trustedProxies: number
  /** Milliseconds a stopping process still accepts requests, so that proxies notice `/readyz` first. */
  drainMs: number
  /** The CDN in front, which keeps public pages until a purge; absent: none. */
  purge: PurgeSettings | undefined
  /** Where `/metrics` is served; absent: nowhere. */
  metrics: { port: number; host: string } | undefined
  /** Keys set by the owner; missing ones are generated once (see `secrets.ts`). */
  keys: { jwtSecret: string | undefined; anonKey: string | undefined; serviceRoleKey: string | undefined }
  firstAdmin: { email: string | undefined; password: string | undefined }
  /** `leadsTo` is notified of every new lead; absent: the business's own address. */
  mail: {
    smtpUrl: string | undefined
    from: string | undefined
    leadsTo: string | undefined
    /** The watched mailbox; absent: simulated. */
    mailbox: MailboxSettings | undefined
  }
  phone: PhoneSettings
  analyticsId: string | undefined
  /** Whether public pages print the measured reply time. */
  measuredReply: boolean
  /** Where customers write a review. Null: no review requests. */
  reviewUrl: string | null
  ipLookupUrl: string
  logLevel: string
}

/** The environment is invalid; the message lists each wrong setting and its valid values. */
export class ConfigError extends ExplainedError {
  override readonly name = 'ConfigError'
}

/** Reads the environment (and `.env`, if present) once, at start. Throws ConfigError, one line per wrong setting. */
export function readConfig(overrides: Record<string, string | undefined> = {}): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseConfig({ ...process.env, ...overrides })
}

/** Parses variables into settings; an empty one counts as absent. Throws ConfigError, one line per wrong setting. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(withoutEmpty(env))
  if (!parsed.success) throw new ConfigError(describe(parsed.error))
  const values = parsed.data
  const siteUrl = (values.PUBLIC_SITE_URL ?? `http://${displayHost(values.HOST)}:${values.PORT}`).replace(
    /\/+$/,
    '',
  )
  return {
    environment: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    dataDirectory: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    nightlyBackup: values.NIGHTLY_BACKUP === 'on',
    siteUrl,
    trustedProxies: values.TRUSTED_PROXIES,
    drainMs: 1000 * (values.DRAIN_SECONDS ?? (values.TRUSTED_PROXIES > 0 ? PROXIES_NOTICE_SECONDS : 0)),
    purge: readPurge(values),
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    keys: { jwtSecret: values.JWT_SECRET, anonKey: values.ANON_KEY, serviceRoleKey: values.SERVICE_ROLE_KEY },
    firstAdmin: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    mail: {
      smtpUrl: values.SMTP_URL,
      from: values.MAIL_FROM,
      leadsTo: values.LEADS_EMAIL,
      mailbox:
        values.MAILBOX_URL === undefined
          ? undefined
          : {
              url: values.MAILBOX_URL,
              sentFolder: values.MAILBOX_SENT,
              authServer: values.MAILBOX_AUTH_SERVER,
            },
    },
    ...readContentServices(values),
    phone: readPhone(values),
    analyticsId: values.GA_MEASUREMENT_ID,
    measuredReply:
      values.MEASURED_REPLY === undefined ? site.response.measured : values.MEASURED_REPLY === 'on',
    reviewUrl: values.REVIEW_URL ?? site.reviewUrl,
    ipLookupUrl: values.IP_LOOKUP_URL ?? '/functions/v1/client-ip',
    logLevel: values.LOG_LEVEL,
  }
}

function readPurge({ PURGE_URL: url, PURGE_HEADER: header }: z.infer<typeof variables>): Config['purge'] {
  if (url === undefined) return undefined
  const [name = '', value = ''] = header?.split(/: *(.*)/s) ?? []
  return { url, headers: name === '' ? {} : { [name]: value } }
}

/** Drops empty variables and trims the rest: `.env.example` and container tools leave many empty. */
function withoutEmpty(env: Record<string, string | undefined>): Record<string, string> {
  const present = Object.entries(env).flatMap(([name, value]) => {
    const trimmed = value?.trim() ?? ''
    return trimmed === '' ? [] : [[name, trimmed] as const]
  })
  return Object.fromEntries(present)
}

/** Adds an issue if the carrier is selected but a required setting is missing. */
function checkPhoneVariables(values: PhoneVariables, context: z.RefinementCtx): void {
  const { provider, accountSid, authTokens, from, messagingServiceSid } = readPhone(values)
  const sender = from ?? messagingServiceSid
  if (provider === 'simulated' || (accountSid && authTokens.length > 0 && sender)) return
  context.addIssue({
    code: 'custom',
    path: ['PHONE_PROVIDER'],
    message:
      'twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID',
  })
}

/** Without PHONE_PROVIDER, account and token choose Twilio. */
function readPhone(values: PhoneVariables): PhoneSettings {
  const authTokens = (values.TWILIO_AUTH_TOKEN ?? '').split(',').flatMap((token) => token.trim() || [])
  const hasKey = values.TWILIO_ACCOUNT_SID !== undefined && authTokens.length > 0
  return {
    provider: values.PHONE_PROVIDER ?? (hasKey ? 'twilio' : 'simulated'),
    accountSid: values.TWILIO_ACCOUNT_SID,
    authTokens,
    from: values.TWILIO_FROM,
    messagingServiceSid: values.TWILIO_MESSAGING_SERVICE_SID,
    apiBase: (values.TWILIO_API_BASE ?? 'https://api.twilio.com').replace(/\/+$/, ''),
    staffPhone: values.STAFF_PHONE,
    missedCallText: values.MISSED_CALL_TEXT === 'on',
  }
}

function displayHost(host: string): string {
  return ['0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : hostInUrl(host)
}

/** A host for use in a URL: puts an IPv6 address in brackets. */
export function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function describe(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  return ['The configuration has mistakes (see .env.example):', ...lines].join('\n')
}

/** The program's version, from `package.json`. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return z.object({ version: z.string() }).parse(manifest).version
}
