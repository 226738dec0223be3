import { createClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkProject } from '../scripts/doctor/check-keys.ts'
import { diagnose } from '../scripts/doctor/diagnose.ts'
import { parseConfig } from '../server/config.ts'
import { BASELINES, readBaseline } from './database/baseline.ts'
import type { Database, Row } from './database/database.ts'
import { listMigrations, migrate } from './database/migrate.ts'
import { openPostgres } from './database/postgres.ts'
import { runRetention } from '../features/privacy/retention.server.ts'
import { noticeLateReplies } from '../features/notifications/late-replies.server.ts'
import { sendDigests } from '../features/notifications/notification-digest.server.ts'
import { loadSecrets } from '../server/secrets.ts'
import { backUp, newMachine, restore, withDatabase } from '../server/backup/backup.fixture.ts'
import { startServer, type StartedServer } from '../tests/faults/started-server.ts'
import { callableFunctions, grantLines, policyLines } from '../tests/policies/catalogue.ts'
import { openServer } from '../tests/support/databases.ts'
import { json, startStubServer, type StubServer } from '../tests/support/stub-http-server.ts'
import { newProject, type Project } from './hosted.fixture.ts'

// A real server process on a database like a hosted project's (hosted-project.fixture.sql). SQL in the auth server's role plays the
// auth server and writes what its documentation describes.

const JWT_SECRET = 'Zq3vT8xLp0Rk5WnY7uBfHc2JdMs9GaEi4QoX1lKt'
const BCRYPT = '$2b$04$abcdefghijklmnopqrstuuVgdfPu0S1xN0HIgy/kHyoY/oFlBLwQ2'
const OWNER = { id: randomUUID(), email: 'owner@agency.test' }
const MANAGER = { id: randomUUID(), email: 'manager@agency.test' }
const VISITOR = { id: randomUUID(), email: 'Visitor@customer.test' }

let directory: string
let project: Project
let database: Database
let server: StartedServer
/** The site's public address: a proxy in front of server and project. */
let proxy: StubServer
let settings: Record<string, string>

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hosted-'))
  proxy = await startStubServer(json(503, {}))
  settings = { JWT_SECRET, ADMIN_EMAIL: OWNER.email, NIGHTLY_BACKUP: 'off', PUBLIC_SITE_URL: proxy.url }
  project = await newProject()
  database = openPostgres(project.url)
  await migrate(database, listMigrations('hosted'))
  await listAsBeforeBaseline()
  await signUp(OWNER)
  await signUp(MANAGER)
  await signUp(VISITOR)
  server = await start()
}, 120_000)

afterAll(async () => {
  await server.stop()
  await database.close()
  await proxy.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Lists the migrations as the version before the baseline did, in a project that began in November 2026. */
async function listAsBeforeBaseline(): Promise<void> {
  const { version, replaces, earlier } = await readBaseline(BASELINES.hosted)
  await database.asOwner(async (tx) => {
    await tx.query('delete from migrations.journal where version = $1', [version])
    await tx.query(
      `insert into migrations.journal (version, name, checksum)
       select version, name, checksum from jsonb_to_recordset($1) as old (version text, name text, checksum text)`,
      [JSON.stringify([...earlier, ...replaces])],
    )
  })
}

function start(): Promise<StartedServer> {
  return startServer({ dataDirectory: join(directory, 'data'), databaseUrl: project.url, settings })
}

async function signUp({ id, email }: typeof OWNER): Promise<void> {
  await project.asAuthServer(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token,
       recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', lower($2), $3, now(), '', '', '', '',
       '{"provider": "email", "providers": ["email"]}', '{}', now(), now())`,
    [id, email, BCRYPT],
  )
  await project.asAuthServer(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     values ($1::uuid::text, $1::uuid, jsonb_build_object('sub', $1::uuid, 'email', $2::text), 'email', now(), now())`,
    [id, email],
  )
}

interface SigningKey {
  alg: 'HS256' | 'ES256'
  key: Uint8Array | CryptoKey
  kid?: string
}

const SECRET: SigningKey = { alg: 'HS256', key: new TextEncoder().encode(JWT_SECRET) }

/** Writes the rows a sign-in leaves in the database, and returns the browser's token. */
async function signIn(
  { id, email }: typeof OWNER,
  { alg, key, kid }: SigningKey = SECRET,
): Promise<{ token: string; session: string }> {
  const session = randomUUID()
  await project.asAuthServer(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, now(), now(), 'aal1', 'Firefox', '203.0.113.9')`,
    [session, id],
  )
  await project.asAuthServer(
    `insert into auth.mfa_amr_claims values ($1, now(), now(), 'password', gen_random_uuid())`,
    [session],
  )
  const token = await new SignJWT({ role: 'authenticated', session_id: session, email, aal: 'aal1' })
    .setProtectedHeader({ alg, typ: 'JWT', ...(kid === undefined ? {} : { kid }) })
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuer('https://abcdefghijklmnopqrst.supabase.co/auth/v1')
    .setIssuedAt()
    .setExpirationTime('1 hour')
    .sign(key)
  return { token, session }
}

async function call(name: string, body: object, token?: string): Promise<{ status: number; body: Row }> {
  const { anonKey } = await loadSecrets(config())
  const response = await fetch(`${server.address}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: anonKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function rows(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (await database.asOwner((tx) => tx.query(sql, values))).rows
}

function config(more: Record<string, string> = {}) {
  return parseConfig({
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: project.url,
    ...settings,
    ...more,
  })
}

/** The status of a realtime upgrade request. */
async function upgradeStatus(): Promise<number | undefined> {
  const headers = { connection: 'Upgrade', upgrade: 'websocket' }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.address}/realtime/v1/websocket`, { headers }, resolve).on('error', reject)
  })
  response.resume()
  return response.statusCode
}

/** All grants outside the platform's own schemas. */
function rightsIn(one: Database): Promise<Record<string, string[]>> {
  return one.asOwner(async (tx) => ({
    policies: await policyLines(tx),
    grants: ours(await grantLines(tx)),
    anon: ours(await callableFunctions(tx, 'anon')),
    authenticated: ours(await callableFunctions(tx, 'authenticated')),
    service: ours(await callableFunctions(tx, 'service_role')),
  }))
}

function ours(lines: string[]): string[] {
  return lines.filter((line) => !/\b(auth|storage|realtime)\./.test(line))
}

const askForSessions = (token = '') => call('own-account', { action: 'sessions' }, token)
const inYears = () => new Date(Date.now() + 400 * 86_400_000)

describe('our process on the database of a hosted project', () => {
  test("first start on a hosted project migrates, keeps the project's schemas and makes the owner the first admin", async () => {
    expect(
      await rows(`select nspname from pg_namespace where nspowner = 'project_owner'::regrole order by 1`),
    ).toEqual(['extensions', 'migrations', 'private'].map((nspname) => ({ nspname })))
    const { version } = await readBaseline(BASELINES.hosted)
    expect(await rows('select name from migrations.journal where version = $1', version)).toEqual([
      { name: 'hosted_baseline' },
    ])
    expect(await rows('select email, role from public.profiles')).toEqual([
      { email: OWNER.email, role: 'admin' },
    ])
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
    const blog = await fetch(`${server.address}/blog`)
    const [post] = await rows(
      'select title from public.blog_posts where published order by published_at desc limit 1',
    )
    expect(await blog.text()).toContain(String(post?.['title']).replaceAll("'", '&#x27;'))
  })

  test('a hosted project has the same privileges as our own database', async () => {
    const own = await openServer()
    expect(await rightsIn(database)).toEqual(await rightsIn(own))
  })

  test('a form submission is stored, and an SMS of staff reaches the customer on a hosted project', async () => {
    const form = {
      name: 'Ana Cruz',
      email: 'ana@customer.test',
      phone: '910 555 0188',
      message: 'We need a booking page for our boats before the season starts.',
      textConsent: true,
    }
    expect(await call('handle-contact-form', form)).toMatchObject({ status: 200, body: { success: true } })
    const [contact] = await rows(
      `select id, phone_e164 from public.crm_contacts where email = $1`,
      form.email,
    )
    expect(contact).toMatchObject({ phone_e164: '+19105550188' })

    const { token } = await signIn(OWNER)
    const sent = await call(
      'send-sms',
      { contactId: contact?.['id'], message: 'Thank you!', overrideReason: 'They asked for it just now.' },
      token,
    )
    expect(sent).toMatchObject({ status: 200, body: { success: true } })
    await vi.waitFor(
      async () =>
        expect(
          await rows(
            'select delivery_status from public.communication_logs where id = $1',
            sent.body['logId'],
          ),
        ).toEqual([{ delivery_status: 'delivered' }]),
      { timeout: 20_000, interval: 200 },
    )
  })

  test('sessions of a hosted project are valid while they and their accounts exist', async () => {
    const { token, session } = await signIn(OWNER)
    const { anonKey } = await loadSecrets(config())
    const client = createClient(server.address, anonKey, {
      auth: { persistSession: false },
      accessToken: async () => token,
    })
    expect((await client.from('crm_contacts').select('email')).data).toEqual([{ email: 'ana@customer.test' }])
    const anonymous = createClient(server.address, anonKey, { auth: { persistSession: false } })
    expect((await anonymous.from('crm_contacts').select('email')).error?.code).toBe('42501')

    expect(
      await rows(
        `select changes -> 'user_agent' ->> 'new' as agent from public.audit_log
       where table_name = 'sessions' and actor = $1 limit 1`,
        OWNER.id,
      ),
    ).toEqual([{ agent: 'Firefox' }])
    expect((await call('own-account', { action: 'sessions' }, token)).body['sessions']).toContainEqual(
      expect.objectContaining({ id: session, current: true, address: '203.0.113.9', proved: false }),
    )
    await project.asAuthServer(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [OWNER.id],
    )
    expect((await call('manage-team', { action: 'list' }, token)).status).toBe(403)
    await project.asAuthServer(`update auth.sessions set aal = 'aal2' where id = $1`, [session])
    expect((await call('manage-team', { action: 'list' }, token)).status).toBe(200)
    await project.asAuthServer('delete from auth.mfa_factors')

    await project.asAuthServer('delete from auth.sessions where id = $1', [session])
    expect((await call('manage-team', { action: 'list' }, token)).status).toBe(401)
    const other = await signIn(OWNER)
    await project.asAuthServer(`update auth.sessions set not_after = now() - interval '1 minute'`)
    expect((await call('manage-team', { action: 'list' }, other.token)).status).toBe(401)
  })

  test('tokens signed with a published key are accepted, and an unreachable project signs no one out', async () => {
    const kid = randomUUID()
    const pairs = [await generateKeyPair('ES256'), await generateKeyPair('ES256')] as const
    const [own, foreign] = await Promise.all(
      pairs.map(({ privateKey }) => signIn(OWNER, { alg: 'ES256', key: privateKey, kid })),
    )
    expect((await askForSessions(own?.token)).status).toBe(500)
    proxy.answer(
      json(200, { keys: [{ ...(await exportJWK(pairs[0].publicKey)), kid, alg: 'ES256', use: 'sig' }] }),
    )
    expect((await askForSessions(own?.token)).status).toBe(200)
    expect((await askForSessions(foreign?.token)).status).toBe(401)
    expect(proxy.received.map(({ path }) => path)).toEqual(Array(2).fill('/auth/v1/.well-known/jwks.json'))
  })

  test('roles are managed here, accounts are created and kept by the hosted project', async () => {
    const { token } = await signIn(OWNER)
    const act = (action: string, email: string, more = {}) =>
      call('manage-team', { action, email, ...more }, token)
    expect(await act('change-role', MANAGER.email, { role: 'manager' })).toMatchObject({ status: 200 })
    const team = (await act('list', '')).body
    expect(team['invites']).toBe(false)
    expect(team['members']).toMatchObject([
      { email: OWNER.email, role: 'admin', confirmed: true, invitation: null },
      { email: MANAGER.email, role: 'manager', disabled: false },
      { email: VISITOR.email.toLowerCase(), role: 'client' },
    ])
    expect(await act('invite', 'new@agency.test', { role: 'manager' })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('kept by the hosted project') },
    })
    const manager = await signIn(MANAGER)
    expect((await call('consent-evidence', { contactId: randomUUID() }, manager.token)).status).toBe(404)
    expect((await act('disable', MANAGER.email)).status).toBe(200)
    expect((await call('consent-evidence', { contactId: randomUUID() }, manager.token)).status).toBe(401)
    expect(await project.asAuthServer('select from auth.sessions where id = $1', [manager.session])).toEqual(
      [],
    )
    expect((await act('enable', MANAGER.email)).status).toBe(200)
    expect((await act('disable', OWNER.email)).status).toBe(409)

    const sent = await fetch(`${server.address}/auth/v1/token?grant_type=password`, { method: 'POST' })
    expect(sent.status).toBe(404)
    expect(await sent.json()).toMatchObject({ msg: expect.stringContaining('the proxy in front') })
    expect(await upgradeStatus()).toBe(404)
  })

  test('personal data of a hosted account is exported without keys and erased', async () => {
    const { token } = await signIn(OWNER)
    await project.asAuthServer(`update auth.users set recovery_token = 'a-key' where id = $1`, [VISITOR.id])
    const email = VISITOR.email.toLowerCase()
    const found = await call('personal-data', { action: 'export', email }, token)
    expect(JSON.stringify(found.body)).toContain(VISITOR.id)
    expect(JSON.stringify(found.body)).not.toContain('a-key')
    expect((await call('personal-data', { action: 'erase', email }, token)).status).toBe(200)
    expect(await project.asAuthServer('select from auth.users where id = $1', [VISITOR.id])).toEqual([])
  })

  test('recurring jobs run on a hosted project and resume after a restart', async () => {
    await signIn(OWNER)
    const log = pino({ level: 'silent' })
    await runRetention({ database, clock: inYears })
    await noticeLateReplies({ database, clock: inYears })
    const secrets = await loadSecrets(config())
    await sendDigests({ database, clock: inYears, config: config(), secrets, log })
    expect(await project.asAuthServer('select from auth.sessions')).not.toEqual([])
    await server.stop()
    server = await start()
    const { token } = await signIn(OWNER)
    expect((await call('manage-team', { action: 'list' }, token)).status).toBe(200)
    // From the one time the project's keys were unavailable.
    expect(await rows('select what from private.server_problems')).toEqual([{ what: 'a function failed' }])
  })

  test('the doctor checks a hosted project', async () => {
    const findings = await diagnose(config())
    const about = (subject: string) => findings.find((finding) => finding.about === subject)
    expect(about('Database')).toMatchObject({
      state: 'ok',
      says: expect.stringContaining("hosted project's"),
    })
    const states = ['Migrations', 'Permissions', 'Accounts'].map((subject) => about(subject)?.state)
    expect(states).toEqual(['ok', 'ok', 'ok'])
    const [astray] = await checkProject(config({ PUBLIC_SITE_URL: server.address }))
    expect(astray).toMatchObject({ state: 'broken', says: expect.stringContaining('leads to this server') })
    proxy.answer(json(200, { keys: [] }))
    expect((await checkProject(config()))[0]?.state).toBe('ok')
    const unknown = config({ JWT_SECRET: '', ANON_KEY: 'sb_publishable_x' })
    expect((await checkProject(unknown))[0]?.says).toContain('signs with a secret')
  })

  test('a backup of a hosted project restores into our own installation, but never into a project', async () => {
    await project.asAuthServer(
      `insert into auth.users (id, phone, created_at) values (gen_random_uuid(), '19105550123', now())`,
    )
    const path = join(directory, 'project.backup')
    const written = await backUp(config(), database, path)
    expect(written.sums['auth.users']?.rows).toBe(3)
    await expect(restore(config(), path)).rejects.toThrow('hosted project')

    const home = await newMachine('server', join(directory, 'home'))
    await restore(home, path)
    const accounts = await withDatabase(home, (own) =>
      own.asOwner((tx) =>
        tx.query(`select account.email, encrypted_password as password, profile.role from auth.users as account
          left join public.profiles as profile on profile.id = account.id
          order by account.created_at`),
      ),
    )
    expect(accounts.rows).toEqual([
      { email: OWNER.email, password: BCRYPT, role: 'admin' },
      { email: MANAGER.email, password: BCRYPT, role: 'manager' },
      { email: expect.stringContaining('@no-address.invalid'), password: null, role: null },
    ])
  })
})
