import { createClient, FunctionsHttpError } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Row } from '../../platform/database/database.ts'
import { createFunctions } from '../../platform/functions/create-functions.ts'
import { functions } from '../../server/functions.ts'
import { setClientAddress } from '../../platform/http/client-address.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { requestId } from '../../server/log/request-id.ts'
import { createContentServices } from '../../server/providers/content-services.ts'
import { loadSecrets, type Secrets } from '../../server/secrets.ts'
import type { MailProvider } from '../../server/mail/mail-provider.ts'
import { contactLimits } from '../../features/contacts/contacts.ts'
import { functionRequests } from '../faults/fuzz-functions.ts'
import { VIEW_LIMIT } from '../../features/site/page-views.server.ts'
import { SPAM_LIMITS } from '../../features/submissions/record-submission.server.ts'
import { describeBothDatabases } from '../support/databases.ts'
import { noOpPhone } from '../support/no-op-phone.ts'
import { startStopwatch } from '../support/stopwatch.ts'

const SITE = 'http://site.test'
const JWT_SECRET = 'only-for-tests-'.repeat(3)
const SUBMISSION = { name: 'Ana Cruz', email: 'ana@example.com', message: 'We need a website.' }
const SEED = 20_261_120

/** None of these functions sends mail. */
const noMail: MailProvider = {
  simulated: true,
  send: () => Promise.reject(new Error('No mail was expected')),
}

interface FunctionsFixture {
  secrets: Secrets
  advance: (milliseconds: number) => void
  request: (path: string, init?: RequestInit) => Promise<Response>
  submit: (body: unknown, headers?: Record<string, string>) => Promise<Response>
  rows: (sql: string, ...values: unknown[]) => Promise<Row[]>
}

function jwt(claims: Record<string, unknown>, secret = JWT_SECRET, expires = '1 hour'): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))
}

async function createFunctionsFixture(database: Database): Promise<FunctionsFixture> {
  const config = readConfig({
    PUBLIC_SITE_URL: SITE,
    TRUSTED_PROXIES: '1',
    JWT_SECRET,
  })
  const secrets = await loadSecrets(config)
  const log = pino({ level: 'silent' })
  let now = Date.parse('2026-11-20T15:00:00Z')
  const parts = { config, secrets, database, platform: 'own' as const, log, clock: () => new Date(now) }
  const surface = createFunctions(functions, {
    ...parts,
    mail: noMail,
    ...(await createContentServices(config)),
    ...noOpPhone(parts),
  })
  const app = new Hono<HttpEnv>()
    .use(requestId(log), setClientAddress(config.trustedProxies))
    .route('/functions/v1', surface)
  let visitors = 0

  return {
    secrets,
    advance: (milliseconds) => {
      now += milliseconds
    },
    request: async (path, init) => app.request(path, init),
    submit: async (body, headers = {}) => {
      visitors += 1
      return app.request('/functions/v1/handle-contact-form', {
        method: 'POST',
        headers: {
          apikey: secrets.anonKey,
          authorization: `Bearer ${secrets.anonKey}`,
          'content-type': 'application/json',
          'x-forwarded-for': `2001:db8::${visitors.toString(16)}`,
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    },
    rows: async (sql, ...values) => (await asService(database, (tx) => tx.query(sql, values))).rows,
  }
}

describeBothDatabases('Edge Functions', (open) => {
  let fixture: FunctionsFixture
  beforeAll(async () => {
    fixture = await createFunctionsFixture(await open())
  })

  const stored = (email: string) =>
    fixture.rows('select * from public.contact_submissions where email = $1', email)

  async function reasonsAfter(milliseconds: number, change: (token: string) => string = String) {
    const { token } = await (await fixture.request('/functions/v1/form-token')).json()
    fixture.advance(milliseconds)
    const email = `${randomUUID()}@example.com`
    expect((await fixture.submit({ ...SUBMISSION, email, formToken: change(token) })).status).toBe(200)
    return (await stored(email))[0]?.['spam_reasons']
  }

  describe('handle-contact-form', () => {
    test('handle-contact-form stores a message that has only the form fields', async () => {
      const response = await fixture.submit({
        ...SUBMISSION,
        company: '',
        service: '',
        phone: '',
        textConsent: false,
        clientIP: null,
        userAgent: 'Claimed/1',
      })
      expect(response.status).toBe(200)
      const body = await response.json()
      expect(body).toEqual({ success: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
      expect(await stored('ana@example.com')).toMatchObject([
        { id: body.id, spam: false, spam_score: 0, company: null, service: null, user_agent: 'Claimed/1' },
      ])
    })

    test('handle-contact-form works through supabase-js, which can read its errors', async () => {
      const fetchHere: typeof fetch = async (input, init) => {
        const request = new Request(input, init)
        return fixture.request(new URL(request.url).pathname, {
          method: request.method,
          headers: request.headers,
          body: await request.text(),
        })
      }
      const client = createClient(SITE, fixture.secrets.anonKey, { global: { fetch: fetchHere } })
      const good = await client.functions.invoke('handle-contact-form', {
        body: { ...SUBMISSION, email: 'invoked@example.com' },
      })
      expect(good).toMatchObject({ error: null, data: { success: true } })
      const bad = await client.functions.invoke('handle-contact-form', {
        body: { ...SUBMISSION, email: 'ana' },
      })
      expect(bad.error).toBeInstanceOf(FunctionsHttpError)
      expect(await bad.error.context.json()).toEqual({
        error: 'Please enter a valid email address, like name@example.com.',
      })
    })

    test('handle-contact-form stores the raw input and the client address', async () => {
      await fixture.submit(
        {
          ...SUBMISSION,
          email: 'raw@example.com',
          name: '  Ana\tCruz ',
          clientIP: '203.0.113.9',
          unknown: { a: 1 },
        },
        { 'x-forwarded-for': '203.0.113.66, 198.51.100.4', 'user-agent': 'Browser/1' },
      )
      expect(await stored('raw@example.com')).toMatchObject([
        {
          name: 'Ana Cruz',
          client_ip: '198.51.100.4',
          claimed_ip: '203.0.113.9',
          user_agent: 'Browser/1',
          raw: { name: '  Ana\tCruz ', clientIP: '203.0.113.9' },
        },
      ])
      expect((await stored('raw@example.com'))[0]?.['raw']).not.toHaveProperty('unknown')
    })

    test('handle-contact-form bounds the stored size of a spam submission', async () => {
      await fixture.submit({
        ...SUBMISSION,
        email: 'long@example.com',
        name: `Ana${' '.repeat(9_000)}`,
        formToken: 't'.repeat(9_000),
        website: 'x',
        page: `/${'p'.repeat(9_000)}`,
        referrer: `https://elsewhere.example/${'r'.repeat(9_000)}`,
        firstPage: `/${'f'.repeat(9_000)}`,
        utm_campaign: 'c'.repeat(9_000),
        userAgent: 'u'.repeat(9_000),
      })
      const [row] = await stored('long@example.com')
      expect(Object.keys(Object(row?.['raw'])).toSorted()).toEqual(['email', 'message', 'name'])
      expect(JSON.stringify(row).length).toBeLessThan(3_500)
    })

    test('handle-contact-form returns the same id for a repeated idempotency key', async () => {
      const body = { ...SUBMISSION, email: 'repeat@example.com', idempotencyKey: randomUUID() }
      const address = { 'x-forwarded-for': '198.51.100.50' }
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => (await fixture.submit(body, address)).json()),
      )
      const later = await (await fixture.submit(body, address)).json()
      expect(new Set([...answers, later].map((answer) => answer.id)).size).toBe(1)
      expect(await stored('repeat@example.com')).toHaveLength(1)
    })

    test('handle-contact-form rate-limits a sender with a readable message and stores nothing more', async () => {
      // A household has an IPv6 /64, so each request may come from another address in it.
      let last = await fixture.submit(
        { ...SUBMISSION, email: 'first@flood.example', website: 'x' },
        { 'x-forwarded-for': '2001:db8:60:1::1' },
      )
      await fixture.rows(
        'select count(private.take_rate_limit($1, $2, $3, $4)) from generate_series(2, $2)',
        'submission:flagged:2001:db8:60:1::/64',
        SPAM_LIMITS.sender.capacity,
        SPAM_LIMITS.sender.perSeconds,
        '2026-11-20T15:00:00Z',
      )
      last = await fixture.submit(
        { ...SUBMISSION, email: 'last@flood.example', website: 'x' },
        { 'x-forwarded-for': '2001:db8:60:1:ffff::2' },
      )
      expect(last.status).toBe(429)
      expect(last.headers.get('retry-after')).toBe('10')
      expect(await last.json()).toEqual({
        error: 'Too many messages from your address. Please try again in a few minutes.',
      })
      expect(await stored('last@flood.example')).toEqual([])
    })

    test.each([
      [{}, /name/],
      [{ ...SUBMISSION, name: '  ' }, /name/],
      [{ ...SUBMISSION, name: 'Ana\r\nBcc: x@example.com' }, /one line/],
      [{ ...SUBMISSION, name: 'x'.repeat(contactLimits.name + 1) }, /101 characters/],
      [{ ...SUBMISSION, email: 'ana' }, /valid email/],
      [{ ...SUBMISSION, email: 'ana@example' }, /valid email/],
      [{ ...SUBMISSION, email: 'a..b@example.com' }, /valid email/],
      [{ ...SUBMISSION, email: ['a@example.com'] }, /email/],
      [{ ...SUBMISSION, email: `${'x'.repeat(250)}@example.com` }, /255 characters/],
      [{ ...SUBMISSION, message: '' }, /project/],
      [{ ...SUBMISSION, message: 'x'.repeat(contactLimits.message + 1) }, /5001 characters/],
      [{ ...SUBMISSION, service: 'Plumbing' }, /listed services/],
      [{ ...SUBMISSION, phone: '1'.repeat(contactLimits.phone + 1) }, /41 characters/],
      [{ ...SUBMISSION, phone: 9107620142 }, /phone number as text/],
      [{ ...SUBMISSION, textConsent: 'yes' }, /text message/],
      [{ ...SUBMISSION, idempotencyKey: 'again' }, /UUID/],
      [[], /JSON object/],
      [null, /JSON object/],
      ['{', /not valid JSON/],
      ['', /no body/],
    ])('handle-contact-form rejects %j with the reason', async (body, reason) => {
      const before = await fixture.rows('select count(*) from public.contact_submissions')
      const response = await fixture.submit(body)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ error: expect.stringMatching(reason) })
      expect(await fixture.rows('select count(*) from public.contact_submissions')).toEqual(before)
    })

    test.each(Object.entries({ name: 'ñ', message: '🌊', company: 'x', phone: '1' }))(
      'handle-contact-form accepts %s up to its limit',
      async (field, unit) => {
        const email = `${field}@limit.example`
        const limit = Object.entries(contactLimits).find(([name]) => name === field)?.[1] ?? 0
        const value = unit.repeat(limit / unit.length)
        expect((await fixture.submit({ ...SUBMISSION, email, [field]: value })).status).toBe(200)
        expect(await stored(email)).toMatchObject([{ [field]: value }])
      },
    )

    test('handle-contact-form strips control characters and keeps line breaks', async () => {
      await fixture.submit({
        ...SUBMISSION,
        email: 'clean@example.com',
        message: ' One\0\u0007\r\nTwo\u0085 ',
        name: 'A\u001bna',
      })
      expect(await stored('clean@example.com')).toMatchObject([{ message: 'One\nTwo', name: 'Ana' }])
    })

    test('handle-contact-form rejects a body over 64 KiB with and without Content-Length', async () => {
      const body = JSON.stringify({ ...SUBMISSION, message: 'x'.repeat(70_000) })
      expect((await fixture.submit(body)).status).toBe(413)
      // A stream has no Content-Length.
      const inChunks = { body: new Blob([body]).stream(), duplex: 'half' }
      const response = await fixture.request('/functions/v1/handle-contact-form', {
        method: 'POST',
        headers: { apikey: fixture.secrets.anonKey },
        ...inChunks,
      })
      expect(response.status).toBe(413)
      expect(await response.json()).toEqual({ error: 'The request body is larger than 64 KiB.' })
    })
  })

  const countCalls = (path: string) =>
    fixture.rows(`select views, calls from public.page_views where path = $1`, path)
  const countViews = (path: string) =>
    fixture.rows(`select views from public.page_views where path = $1`, path)

  describe('count-page', () => {
    const PERSON = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15'
    let visitors = 0

    const view = async (path: string, headers: Record<string, string> = {}) => {
      visitors += 1
      const response = await fixture.request('/functions/v1/count-page', {
        method: 'POST',
        headers: { 'user-agent': PERSON, 'x-forwarded-for': `192.0.2.${visitors}`, ...headers },
        body: path,
      })
      return response.status
    }

    test('count-page adds the views of a page to the sum of the day of the business', async () => {
      expect(await view('/pricing')).toBe(204)
      expect(await view('/pricing', { 'sec-fetch-site': 'same-origin' })).toBe(204)
      expect(
        await fixture.rows(`select day::text, views from public.page_views where path = '/pricing'`),
      ).toEqual([{ day: '2026-11-20', views: 2 }])
    })

    test('count-page adds clicks on the phone number beside the views', async () => {
      expect(await view('call /contact')).toBe(204)
      expect(await countCalls('/contact')).toEqual([{ views: 0, calls: 1 }])
      await view('/contact')
      await view('call /contact')
      expect(await countCalls('/contact')).toEqual([{ views: 1, calls: 2 }])
    })

    test('count-page counts published articles, not drafts', async () => {
      await fixture.rows(
        `insert into public.blog_posts (title, slug, content, published) values
           ('Out', 'counted-article', 'Words', true), ('Draft', 'counted-draft', 'Words', false)`,
      )
      await view('/blog/counted-article')
      await view('/blog/counted-draft')
      expect(await countViews('/blog/counted-article')).toEqual([{ views: 1 }])
      expect(await countViews('/blog/counted-draft')).toEqual([])
    })

    test.each([
      ['/about', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
      ['/about', { 'user-agent': '' }],
      ['/about', { 'sec-fetch-site': 'cross-site' }],
      ['/about?utm_source=x', {}],
      ['/login', {}],
      ['call /login', {}],
      ['call call /about', {}],
      ['/blog/never-written', {}],
      [`/blog/'; drop table public.page_views; --`, {}],
      ['', {}],
    ])('count-page answers %j from %j like every view and does not count it', async (path, headers) => {
      const before = await fixture.rows('select * from public.page_views order by path')
      expect(await view(path, headers)).toBe(204)
      expect(await fixture.rows('select * from public.page_views order by path')).toEqual(before)
    })

    test('count-page refuses a body over 300 bytes', async () => {
      expect(await view(`/blog/${'x'.repeat(300)}`)).toBe(413)
    })

    test('count-page counts 60 views of a sender in ten minutes and ignores more', async () => {
      const sender = { 'x-forwarded-for': '198.51.100.77' }
      await fixture.rows(
        'select count(private.take_rate_limit($1, $2, $3, $4)) from generate_series(2, $2)',
        'page-views:198.51.100.77',
        VIEW_LIMIT.capacity,
        VIEW_LIMIT.perSeconds,
        '2026-11-20T15:00:00Z',
      )
      await view('/terms', sender)
      expect(await view('/terms', sender)).toBe(204)
      expect(await countViews('/terms')).toEqual([{ views: 1 }])
    })
  })

  describe('form-token', () => {
    test('form-token detects a program by the time between showing and sending the form', async () => {
      expect(await reasonsAfter(1_999)).toEqual(['sent within two seconds'])
      expect(await reasonsAfter(2_000)).toEqual([])
      expect(await reasonsAfter(24 * 3_600_000 + 1)).toEqual(['form was open for more than a day'])
    })

    test.each([
      ['changed', (token: string) => `${token.slice(0, -4)}AAAA`],
      ['nonsense', () => 'nonsense'],
      ['an API key', () => fixture.secrets.anonKey],
      ['very long', () => 'x'.repeat(5_000)],
    ])('a form token that is %s counts as spam', async (_, change) => {
      expect(await reasonsAfter(10_000, change)).toEqual(['timing token was not ours'])
    })

    test('a form token is rejected as an API key', async () => {
      const { token } = await (await fixture.request('/functions/v1/form-token')).json()
      expect(
        (await fixture.submit(SUBMISSION, { apikey: token, authorization: `Bearer ${token}` })).status,
      ).toBe(401)
    })
  })

  test('client-ip returns the caller address behind one trusted proxy', async () => {
    const response = await fixture.request('/functions/v1/client-ip', {
      headers: { 'x-forwarded-for': '203.0.113.1, 198.51.100.9' },
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ip: '198.51.100.9' })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await fixture.request('/functions/v1/client-ip', { method: 'HEAD' })).status).toBe(200)
  })

  describe('API keys of the functions', () => {
    test.each([
      ['no key at all', async () => ({}), 'UNAUTHORIZED_NO_AUTH_HEADER'],
      ['text for a token', async () => ({ authorization: 'Bearer abc' }), 'UNAUTHORIZED_INVALID_JWT_FORMAT'],
      [
        'a forged key',
        async () => ({ apikey: await jwt({ role: 'service_role' }, 'x'.repeat(32)) }),
        'UNAUTHORIZED_INVALID_API_KEY',
      ],
      [
        'an expired token',
        async () => ({
          authorization: `Bearer ${await jwt({ role: 'authenticated' }, undefined, '-1 hour')}`,
        }),
        'UNAUTHORIZED_INVALID_JWT',
      ],
    ])('%s gets 401 with the error format of the Supabase gateway', async (_, headers, code) => {
      const response = await fixture.request('/functions/v1/handle-contact-form', {
        method: 'POST',
        headers: await headers(),
        body: JSON.stringify(SUBMISSION),
      })
      expect(response.status).toBe(401)
      expect(response.headers.get('sb-error-code')).toBe(code)
      const body = await response.json()
      expect(body).toEqual({ code, message: body.msg, msg: expect.any(String), error: body.msg })
    })

    test.each(['apikey', 'authorization'])(
      'the anon key in the %s header alone is accepted',
      async (header) => {
        const value = header === 'apikey' ? fixture.secrets.anonKey : `Bearer ${fixture.secrets.anonKey}`
        const response = await fixture.request('/functions/v1/handle-contact-form', {
          method: 'POST',
          headers: { [header]: value, 'x-forwarded-for': '198.51.100.90' },
          body: JSON.stringify({ ...SUBMISSION, email: `${header}@key.example` }),
        })
        expect(response.status).toBe(200)
      },
    )
  })

  test.each([
    ['GET', 'handle-contact-form', 405, 'POST, OPTIONS'],
    ['PUT', 'handle-contact-form', 405, 'POST, OPTIONS'],
    ['POST', 'client-ip', 405, 'GET, OPTIONS'],
    ['POST', 'nothing', 404, null],
    ['GET', '', 404, null],
    ['POST', 'client-ip/more', 404, null],
    ['POST', '__proto__', 404, null],
  ])('%s /functions/v1/%s returns %i', async (method, name, status, allow) => {
    const response = await fixture.request(`/functions/v1/${name}`, { method })
    expect(response.status).toBe(status)
    expect(response.headers.get('allow')).toBe(allow)
    expect(await response.json()).toEqual({ error: expect.any(String) })
  })

  test('a CORS preflight from another origin is allowed', async () => {
    const response = await fixture.request('/functions/v1/handle-contact-form', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,authorization,content-type,traceparent',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'apikey,authorization,content-type,traceparent',
    )
  })

  test(
    'random requests to the functions neither fail, hang, nor leak internals',
    { timeout: 120_000 },
    async () => {
      const property = fc.asyncProperty(
        functionRequests([fixture.secrets.anonKey, fixture.secrets.serviceRoleKey]),
        async ({ method, path, headers, body }) => {
          const elapsed = startStopwatch()
          const withBody = method !== 'GET' && method !== 'HEAD'
          const response = await fixture.request(path, {
            method,
            headers: new Headers(Object.entries(headers).map(([name, value]) => [name, encodeURI(value)])),
            ...(withBody ? { body } : {}),
          })
          const text = await response.text()
          expect(response.status).toBeLessThan(500)
          expect(elapsed()).toBeLessThan(2_000)
          expect(text).not.toMatch(/\bat .*\.(ts|js):\d+|select .+ from |insert into /)
        },
      )
      await fc.assert(property, { numRuns: 600, seed: SEED })
    },
  )
})

describeBothDatabases('functions without a database', (open) => {
  test('functions return 503 with Retry-After while the database is closed', async () => {
    const database = await open()
    const fixture = await createFunctionsFixture(database)
    await database.close()
    const response = await fixture.submit(SUBMISSION)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await response.json()).toEqual({
      error: 'The service is busy right now. Please try again in a moment.',
    })
  })
})
