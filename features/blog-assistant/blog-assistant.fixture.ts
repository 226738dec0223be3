import type { CalendarNeeds } from '../bookings/read-calendars.server.ts'
import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '../../server/config.ts'
import { asIdentity, asService } from '../../platform/database/as-identity.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { createFunctions } from '../../platform/functions/create-functions.ts'
import { functions } from '../../server/functions.ts'
import { setClientAddress } from '../../platform/http/client-address.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { requestId } from '../../server/log/request-id.ts'
import { securityHeaders } from '../../server/security-headers.ts'
import { issuerUrl, USER_ROLE } from '../../platform/http/identity.ts'
import { writeScheduledDraft } from './scheduled-draft.server.ts'
import { createContentServices, type ContentServices } from '../../server/providers/content-services.ts'
import { chooseMail } from '../../server/mail/choose-mail.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'
import { loadSecrets } from '../../server/secrets.ts'
import { createStorage } from '../../platform/storage/create-storage.ts'
import {
  formatEmail,
  createIdentity,
  people,
  seedPolicyFixtures,
  deriveSessionId,
  type Person,
} from '../../tests/policies/policy-fixtures.ts'
import { noOpPhone } from '../../tests/support/no-op-phone.ts'

const SITE = 'http://site.test'

/** The blog functions and storage, on a database with the people of the permission tests. */
export interface ContentWorld {
  /** Calls a function as a person; a visitor has only the public key. `body` is JSON unless it is bytes. */
  call: (
    name: string,
    person: Person | 'visitor' | 'nobody',
    body: unknown,
    signal?: AbortSignal,
  ) => Promise<Response>
  get: (path: string, headers?: Record<string, string>) => Promise<Response>
  getAs: (person: Person, path: string) => Promise<Response>
  rows: (sql: string, ...values: unknown[]) => Promise<Row[]>
  as: (person: Person, sql: string, ...values: unknown[]) => Promise<Row[]>
  runSchedule: (signal?: AbortSignal) => Promise<void>
  setTime: (time: string) => void
  /** Log lines as objects. */
  logged: Record<string, unknown>[]
  mail: MailProvider
  dataDirectory: string
  close: () => Promise<void>
}

export async function createContentWorld(
  database: Database,
  settings: Record<string, string> = {},
  replaced: Partial<ContentServices & Pick<CalendarNeeds, 'calendarDispatcher'>> = {},
): Promise<ContentWorld> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'content-'))
  const config = readConfig({
    PUBLIC_SITE_URL: SITE,
    DATA_DIR: dataDirectory,
    JWT_SECRET: 'only-for-tests-'.repeat(3),
    ...settings,
  })
  const secrets = await loadSecrets(config)
  const logged: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const started = Date.now()
  let now = started
  const clock = () => new Date(now)
  const services = { ...(await createContentServices(config)), ...replaced }
  const mail = chooseMail(config, log)
  const parts = { config, secrets, database, platform: 'own' as const, clock, log }
  const deps = { ...parts, mail, ...services, ...noOpPhone(parts) }
  const app = new Hono<HttpEnv>()
    .use(requestId(log), setClientAddress(0), securityHeaders(SITE))
    .route('/functions/v1', createFunctions(functions, deps))
    .route('/storage/v1', createStorage(deps))
  await database.transaction((tx) => seedPolicyFixtures(tx))

  async function signToken(person: Person): Promise<string> {
    return new SignJWT({ role: USER_ROLE, session_id: deriveSessionId(person), email: formatEmail(person) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(people[person])
      .setAudience(USER_ROLE)
      .setIssuer(issuerUrl(config))
      .setExpirationTime(Math.floor(now / 1000) + 3600)
      .sign(new TextEncoder().encode(secrets.jwtSecret))
  }

  async function createHeaders(person: Person | 'visitor' | 'nobody'): Promise<Record<string, string>> {
    if (person === 'nobody') return {}
    const token = person === 'visitor' ? secrets.anonKey : await signToken(person)
    return { apikey: secrets.anonKey, authorization: `Bearer ${token}` }
  }

  return {
    logged,
    mail,
    dataDirectory,
    call: async (name, person, body, signal) =>
      app.request(`/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          ...(await createHeaders(person)),
          'content-type': 'application/json',
        },
        body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body),
        ...(signal ? { signal } : {}),
      }),
    get: async (path, headers = {}) => app.request(path, { headers }),
    getAs: async (person, path) => app.request(path, { headers: await createHeaders(person) }),
    rows: async (sql, ...values) => (await asService(database, (tx) => tx.query(sql, values))).rows,
    as: async (person, sql, ...values) =>
      (await asIdentity(database, createIdentity(person), (tx) => tx.query(sql, values))).rows,
    runSchedule: (signal = new AbortController().signal) => writeScheduledDraft(deps, signal),
    setTime: (time) => {
      now = Date.parse(time)
    },
    close: () => rm(dataDirectory, { recursive: true }),
  }
}
