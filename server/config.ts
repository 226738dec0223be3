import { existsSync } from 'node:fs'
import { z } from 'zod'
import {
  checkContentVariables,
  contentVariables,
  readContentServices,
  type ContentServices,
} from './configuration/content-services.ts'

const port = z.coerce.number().int().min(0).max(65535)
const optionalText = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional()
const optionalNumber = optionalText.transform((value) => (value === undefined ? undefined : Number(value)))
const optionalUrl = optionalText.pipe(z.url().optional())

/** Proxies that ask for readiness every second have asked twice by then. */
const PROXIES_NOTICE_SECONDS = 3

const e164 = z.string().regex(/^\+[1-9]\d{7,14}$/, 'must be a number like +19105550142')

/** Every setting, as named in `.env.example`; all optional. */
const variables = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: optionalUrl,
  NIGHTLY_BACKUP: z.enum(['on', 'off']).default('on'),
  PUBLIC_SITE_URL: optionalUrl,
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  DRAIN_SECONDS: optionalNumber.pipe(z.number().min(0).max(5).optional()),
  METRICS_PORT: optionalNumber.pipe(z.number().int().min(0).max(65535).optional()),
  METRICS_HOST: z.string().default('127.0.0.1'),
  JWT_SECRET: optionalText.pipe(z.string().min(32, 'must be at least 32 characters').optional()),
  ANON_KEY: optionalText,
  SERVICE_ROLE_KEY: optionalText,
  ADMIN_EMAIL: optionalText.pipe(z.email({ pattern: z.regexes.html5Email }).optional()),
  ADMIN_PASSWORD: optionalText.pipe(z.string().min(8, 'must be at least 8 characters').max(72).optional()),
  SMTP_URL: optionalUrl,
  MAIL_FROM: optionalText,
  LEADS_EMAIL: optionalText.pipe(z.email({ pattern: z.regexes.html5Email }).optional()),
  ...contentVariables,
  PHONE_PROVIDER: optionalText.pipe(z.enum(['simulated', 'twilio']).optional()),
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_FROM: optionalText.pipe(e164.optional()),
  TWILIO_MESSAGING_SERVICE_SID: optionalText,
  TWILIO_API_BASE: optionalUrl,
  STAFF_PHONE: optionalText.pipe(e164.optional()),
  MISSED_CALL_TEXT: z.enum(['on', 'off']).default('on'),
  GA_MEASUREMENT_ID: optionalText,
  IP_LOOKUP_URL: optionalUrl,
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
})
const environment = variables.superRefine(checkContentVariables)

export interface Config extends ContentServices {
  environment: 'development' | 'test' | 'production'
  port: number
  host: string
  dataDirectory: string
  /** Absent: the embedded database in `dataDirectory`. */
  databaseUrl: string | undefined
  /** Whether a backup is made every night, into `dataDirectory`. */
  nightlyBackup: boolean
  /** Origin the public reaches the site under, without a trailing slash. */
  siteUrl: string
  /** How many reverse proxies in front of the process append to X-Forwarded-For. */
  trustedProxies: number
  /** How long a process that was asked to stop still takes requests, so that proxies notice `/readyz` first, in milliseconds. */
  drainMs: number
  /** Where the figures for a monitor are served; absent: nowhere. */
  metrics: { port: number; host: string } | undefined
  /** Keys set by the owner; what is absent is generated once (see `secrets.ts`). */
  keys: { jwtSecret: string | undefined; anonKey: string | undefined; serviceRoleKey: string | undefined }
  firstAdmin: { email: string | undefined; password: string | undefined }
  /** `leadsTo` hears of every new lead; absent: the business's own address. */
  mail: { smtpUrl: string | undefined; from: string | undefined; leadsTo: string | undefined }
  phone: PhoneConfig
  analyticsId: string | undefined
  ipLookupUrl: string
  logLevel: string
}

export interface PhoneConfig {
  provider: 'simulated' | 'twilio'
  accountSid: string | undefined
  /** Two while one is replaced by the other; both sign webhooks, the first one is used for sending. */
  authTokens: string[]
  from: string | undefined
  messagingServiceSid: string | undefined
  apiBase: string
  /** Rings first when staff call somebody, and when somebody calls. */
  staffPhone: string | undefined
  /** Whether callers nobody picked up for get one text a day. */
  missedCallText: boolean
}

/** The environment does not make sense; the message lists each setting and what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the environment (and `.env`, where there is one) once, at start. Throws ConfigError, one line per wrong setting. */
export function readConfig(overrides: Record<string, string | undefined> = {}): Config {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseConfig({ ...process.env, ...overrides })
}

/** The settings from a set of variables. Throws ConfigError, one line per wrong setting. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env)
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
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    keys: { jwtSecret: values.JWT_SECRET, anonKey: values.ANON_KEY, serviceRoleKey: values.SERVICE_ROLE_KEY },
    firstAdmin: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM, leadsTo: values.LEADS_EMAIL },
    ...readContentServices(values),
    phone: phoneConfig(values),
    analyticsId: values.GA_MEASUREMENT_ID,
    ipLookupUrl: values.IP_LOOKUP_URL ?? '/functions/v1/client-ip',
    logLevel: values.LOG_LEVEL,
  }
}

function phoneConfig(values: z.infer<typeof environment>): PhoneConfig {
  const authTokens = (values.TWILIO_AUTH_TOKEN ?? '').split(',').flatMap((token) => token.trim() || [])
  const hasKey = values.TWILIO_ACCOUNT_SID !== undefined && authTokens.length > 0
  const provider = values.PHONE_PROVIDER ?? (hasKey ? 'twilio' : 'simulated')
  const sender = values.TWILIO_FROM ?? values.TWILIO_MESSAGING_SERVICE_SID
  if (provider === 'twilio' && !(hasKey && sender !== undefined)) {
    throw new ConfigError(
      [
        'The configuration has mistakes (see .env.example):',
        '  PHONE_PROVIDER: twilio needs TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID',
      ].join('\n'),
    )
  }
  return {
    provider,
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
  return host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
}

function describe(error: z.ZodError): string {
  const lines = error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  return ['The configuration has mistakes (see .env.example):', ...lines].join('\n')
}
