import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { checkBackups } from './doctor/check-backups.ts'
import { checkClaims } from './doctor/check-claims.ts'
import { checkClock, judgeRoom } from './doctor/check-machine.ts'
import { checkContent } from './doctor/check-content.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkKeys } from './doctor/check-keys.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkCarrier } from './doctor/check-phone.ts'
import { diagnose } from './doctor/diagnose.ts'
import { prepareRegistration } from './doctor/prepare-registration.ts'
import type { Finding } from './doctor/finding.ts'
import { readExpectedSchema } from './doctor/find-database.ts'
import { parseConfig } from '../server/config.ts'
import { readDatabaseFacts } from '../features/system-status/system-status.server.ts'
import { loadSecrets } from '../server/secrets.ts'
import type { AppliedMigration } from '../platform/database/baseline.ts'
import { MIGRATIONS } from '../platform/database/migrate.ts'
import { startServer } from '../tests/faults/started-server.ts'
import { describeBothDatabases, newDataDirectory } from '../tests/support/databases.ts'
import { startBucket } from '../tests/support/s3-server.ts'
import { json, startStubServer } from '../tests/support/stub-http-server.ts'

const STRONG = 'Zq3vT8xLp0Rk5WnY7uBfHc2JdMs9GaEi4QoX1lKt'
const NOW = new Date('2026-11-20T12:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

describeBothDatabases('npm run doctor: database', (open) => {
  test('doctor reports a freshly migrated database as ok', async () => {
    const facts = await readDatabaseFacts(await open())
    const expected = await readExpectedSchema(MIGRATIONS)
    expect(facts.policies).toEqual(expected.policies)
    expect(expected.policies.length).toBeGreaterThan(20)
    expect(mapStates(checkDatabase(facts, expected))).toEqual({
      Database: 'ok',
      Migrations: 'ok',
      Permissions: 'ok',
      Extensions: 'ok',
    })
  })

  test('doctor reports missing or extra policies, disabled row-level security and other migrations', async () => {
    const database = await open()
    const expected = await readExpectedSchema(MIGRATIONS)
    const see = async () => checkDatabase(await readDatabaseFacts(database), expected)
    await database.script('alter table public.crm_contacts disable row level security')
    expect(await see()).toContainEqual(
      expect.objectContaining({
        about: 'Permissions',
        state: 'broken',
        says: expect.stringContaining('crm_contacts'),
      }),
    )
    await database.script(`
      alter table public.crm_contacts enable row level security;
      create policy everybody on public.crm_contacts using (true)`)
    expect(mapStates(await see())).toMatchObject({ Permissions: 'attention' })
    const [lost = ''] = expected.policies
    const [policy, table] = lost.split(' on ')
    await database.script(
      `drop policy everybody on public.crm_contacts; drop policy ${policy} on public.${table}`,
    )
    expect(await see()).toContainEqual(
      expect.objectContaining({ state: 'broken', says: `Missing policies: ${lost}.` }),
    )
    const list = async (...migrations: AppliedMigration[]) => {
      await database.asOwner(async (tx) => {
        await tx.query('delete from migrations.journal')
        for (const { version, name, checksum } of migrations)
          await tx.query('insert into migrations.journal values ($1, $2, $3)', [version, name, checksum])
      })
      return (await see())[1]
    }
    const [baseline, ...later] = expected.migrations
    const replaced = baseline?.replaces ?? []
    expect(await list()).toMatchObject({ about: 'Migrations', state: 'attention' })
    const version = baseline?.version ?? ''
    expect(await list({ version, name: 'baseline', checksum: 'edited' })).toMatchObject({
      state: 'broken',
      says: expect.stringContaining(`edited after they had been applied: ${version}`),
    })
    expect(await list(...replaced, ...later)).toMatchObject({ state: 'ok' })
    expect(await list(...replaced.slice(0, 5))).toMatchObject({
      state: 'attention',
      says: expect.stringContaining('35 migrations not applied yet'),
    })
    expect(await list(...replaced.slice(1))).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('too old'),
    })
    expect(await list(...replaced, { version: '9', name: 'later', checksum: 'x' })).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('newer version'),
    })
  })

  test('doctor can check a database that was never migrated', async () => {
    const facts = await readDatabaseFacts(await open({ content: 'empty' }))
    expect(facts).toMatchObject({ journal: [], policies: [], backup: null })
  })
})

describe('npm run doctor: all checks', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'doctor-'))
  afterAll(() => rmSync(scratch, { recursive: true }))

  test('doctor creates nothing before the first start', async () => {
    const states = mapStates(await diagnose(configWith({ DATA_DIR: scratch })))
    expect(states).toMatchObject({ Keys: 'attention', Database: 'attention', Server: 'attention' })
    expect(readdirSync(scratch)).toEqual([])
  })

  test('doctor works while the site runs behind a proxy and after it was killed', async () => {
    const dataDirectory = await newDataDirectory()
    const proxy = await startProxy()
    const settings = { PUBLIC_SITE_URL: proxy.url, JWT_SECRET: STRONG }
    const config = configWith({ ...settings, DATA_DIR: dataDirectory, TRUSTED_PROXIES: '1' })
    const server = await startServer({ dataDirectory, settings })
    proxy.passOnTo(server.address)
    chmodSync(dataDirectory, 0o755)

    const running = await diagnose(config)
    expect(mapStates(running)).toMatchObject({
      Keys: 'broken', // the folder can be read by others
      Server: 'ok',
      Database: 'ok',
      Migrations: 'ok',
      Permissions: 'ok',
      Clock: 'ok',
      Webhooks: 'ok',
    })
    chmodSync(dataDirectory, 0o700)

    const otherKey = await diagnose({ ...config, keys: { ...config.keys, jwtSecret: `${STRONG}x` } })
    expect(mapStates(otherKey)).toMatchObject({ Webhooks: 'broken' })
    proxy.passOnTo(null)
    expect(mapStates(await diagnose(config))).toMatchObject({ Webhooks: 'broken' })
    const printed: string[] = []
    await prepareRegistration(config, (line) => printed.push(line))
    expect(printed.join('\n')).toContain(
      'The consent box is visible on the terms page without typing anything.',
    )
    expect(printed.join('\n')).toMatch(
      /\n\d+ of \d+ known reasons for a refusal apply\. Fix them before you register\.\n/,
    )
    expect(readdirSync(join(dataDirectory, 'texting-registration')).toSorted()).toEqual([
      'consent-box-on-form.png',
      'consent-box-on-terms.png',
      'packet.md',
    ])
    await server.kill()

    const stopped = mapStates(await diagnose(config))
    expect(stopped).toMatchObject({ Keys: 'ok', Server: 'broken', Database: 'ok', Permissions: 'ok' })
    await proxy.close()
  })
})

describe('npm run doctor: single checks', () => {
  test('doctor reports weak signing keys and API keys that do not match', async () => {
    const judge = async (env: Record<string, string>) => {
      const config = configWith(env)
      return (await checkKeys(config, await loadSecrets(config))).map(({ state }) => state)
    }
    expect(await judge({ JWT_SECRET: STRONG })).toEqual(['ok'])
    expect(await judge({ JWT_SECRET: 'at-least-32-characters-as-in-the-example' })).toEqual(['broken'])
    expect(await judge({ JWT_SECRET: 'a'.repeat(40) })).toEqual(['broken'])
    const { serviceRoleKey } = await loadSecrets(configWith({ JWT_SECRET: STRONG }))
    expect(await judge({ JWT_SECRET: STRONG, ANON_KEY: serviceRoleKey })).toEqual(['attention'])
    expect(await judge({ JWT_SECRET: `${STRONG}x`, SERVICE_ROLE_KEY: serviceRoleKey })).toEqual(['attention'])
  })

  test('doctor names the missing S3 permission of the image bucket', async () => {
    const bucket = await startBucket()
    const check = async (wrong = {}) =>
      (await checkContent(configWith({ ...bucket.env, ...wrong }))).find(({ about }) => about === 'Files')
    expect(await check()).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('The bucket site stores'),
    })
    expect(bucket.objects.size).toBe(0)
    bucket.forbid('PUT')
    expect(await check()).toMatchObject({
      state: 'broken',
      says: expect.stringMatching(/refused writing .* with 403: the keys are wrong, or may not do that\.$/),
      todo: expect.stringContaining('s3:PutObject'),
    })
    bucket.forbid('LIST')
    expect(await check()).toMatchObject({ state: 'broken', todo: expect.stringContaining('s3:ListBucket') })
    expect(await check({ S3_BUCKET: 'other' })).toMatchObject({
      says: expect.stringContaining('there is no such bucket'),
    })
    await bucket.close()
  })

  test('doctor reports a refused mail login without printing the password', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: ({ password }, _session, callback) =>
        password === 'right' ? callback(null, { user: 'us' }) : callback(new Error('No such user')),
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const bound = server.server.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    expect(await mailWith()).toMatchObject({ state: 'attention', says: expect.stringContaining('Simulated') })
    expect(await mailWith(`smtp://us:right@127.0.0.1:${port}`)).toMatchObject({ state: 'ok' })
    const refused = await mailWith(`smtp://us:wrong@127.0.0.1:${port}`)
    expect(refused).toMatchObject({ state: 'broken', says: expect.stringContaining('No such user') })
    expect(refused?.says).not.toContain('wrong')
    await new Promise<void>((resolve) => server.close(resolve))
    expect(await mailWith(`smtp://us:right@127.0.0.1:${port}`)).toMatchObject({ state: 'broken' })
  })

  test('doctor reports wrong webhooks, foreign numbers and refused logins of the carrier', async () => {
    const site = 'https://agency.test'
    const carrier = await startStubServer()
    const config = configWith({
      PUBLIC_SITE_URL: site,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+19105550142',
      STAFF_PHONE: '+19105550100',
      TWILIO_API_BASE: carrier.url,
    })
    const answerWith = (numbers: object) =>
      carrier.answer((asked, response) =>
        json(200, asked.path.includes('IncomingPhoneNumbers') ? numbers : { status: 'active' })(
          asked,
          response,
        ),
      )
    const webhooks = `${site}/functions/v1/phone-webhook`

    answerWith(createNumber(`${webhooks}/sms`, `${webhooks}/voice`))
    expect((await checkCarrier(config)).map(({ state }) => state)).toEqual(['ok'])
    answerWith(createNumber('https://demo.example/', `${webhooks}/voice`))
    expect((await checkCarrier(config)).map(({ todo }) => todo)).toContain(
      `At the carrier, set ${webhooks}/sms for the number +19105550142.`,
    )
    answerWith({ incoming_phone_numbers: [] })
    expect((await checkCarrier(config)).at(-1)).toMatchObject({ state: 'broken' })
    carrier.answer(json(401, { code: 20003 }))
    expect((await checkCarrier(config))[0]?.says).toContain('rejects our API key')
    carrier.answer(json(200, { status: 'suspended' }))
    expect((await checkCarrier(config))[0]?.says).toContain('suspended')
    await carrier.close()
    expect((await checkCarrier(config))[0]?.says).toContain('does not respond')
  })

  test('doctor judges the clock, the age of backups and free disk space', () => {
    const clock = (seconds: number) =>
      checkClock(NOW, [{ whose: "the database's", says: new Date(NOW.getTime() + seconds * 1_000) }])[0]
    expect(clock(20)?.state).toBe('ok')
    expect(clock(90)).toMatchObject({
      state: 'attention',
      says: "The clock is 90 seconds behind the database's.",
    })
    expect(clock(-400)?.state).toBe('broken')
    const night = { now: NOW, nightly: true }
    const backup = (provenAt: Date | null, error: string | null = null) =>
      checkBackups({ backup: { provenAt, error } }, night)[0]?.state
    expect(checkBackups({ backup: null }, night)[0]?.state).toBe('attention')
    expect([backup(ago(20)), backup(ago(40)), backup(ago(200))]).toEqual(['ok', 'attention', 'broken'])
    expect([backup(ago(20), 'The disk is full.'), backup(null, 'The disk is full.')]).toEqual([
      'attention',
      'broken',
    ])
    const room = [50e9, 1e9, 1e8].map((free) => judgeRoom(free, './data').state)
    expect(room).toEqual(['ok', 'attention', 'broken'])
  })
})

/** The worst state for each subject. */
function mapStates(findings: Finding[]): Record<string, Finding['state']> {
  const order: Finding['state'][] = ['ok', 'attention', 'broken']
  const sorted = findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return Object.fromEntries(sorted.map(({ about, state }) => [about, state]))
}

async function mailWith(SMTP_URL = ''): Promise<Finding | undefined> {
  return (await checkMail(configWith({ MAIL_FROM: 'us@site.test', SMTP_URL })))[0]
}

/** A phone number in the carrier's API, with its webhook URLs. */
function createNumber(sms: string, voice: string) {
  return { incoming_phone_numbers: [{ sms_url: sms, voice_url: voice }] }
}

function configWith(env: Record<string, string>) {
  return parseConfig({ PORT: '0', ...env })
}

/** A proxy for the site; until a site is set, it answers like a foreign server. */
async function startProxy() {
  let behind: string | null = null
  const server = createServer((incoming, outgoing) => {
    if (behind === null) return void outgoing.writeHead(404).end('<h1>Parked</h1>')
    const { method = '', headers } = incoming
    const onward = request(behind + (incoming.url ?? ''), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`,
    passOnTo: (address: string | null) => {
      behind = address
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

test('doctor names a claim a month before it expires, and once it has', () => {
  const claim = {
    value: '98%',
    label: 'client satisfaction',
    evidence: 'Asked.',
    established: '2026-10-01',
    expires: '2027-06-01',
  }
  const say = (now: string) =>
    checkClaims(new Date(now), { claim, other: null }).map(({ state, says }) => [state, says])
  expect(say('2027-05-01T23:00:00Z')).toEqual([['ok', '1 claim with evidence, none about to expire.']])
  expect(say('2027-05-02T01:00:00Z')).toEqual([
    ['attention', '“98% client satisfaction” expires on 2027-06-01.'],
  ])
  expect(say('2027-06-01T00:00:00Z')).toEqual([
    ['attention', '“98% client satisfaction” expired on 2027-06-01 and is not shown.'],
  ])
})
