import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { listDefaultHeaders } from '../security-headers.ts'
import { openEmbedded } from '../../tests/support/databases.ts'
import { type RunningPages, startPages } from './pages.fixture.ts'

const ELSEWHERE = 'elsewhere.example'
const logLine = z.looseObject({ level: z.number(), msg: z.string() })

const SECRETS = {
  JWT_SECRET: 'planted-signing-secret-Zq3vT8xLp0Rk5WnY7uBfHc',
  SMTP_URL: 'smtp://planted-user:planted-password@mail.test:25',
  TWILIO_ACCOUNT_SID: 'AC-planted-account',
  TWILIO_AUTH_TOKEN: 'planted-carrier-token',
  TWILIO_FROM: '+19105550142',
  AI_API_KEY: 'planted-model-key',
  UNSPLASH_ACCESS_KEY: 'planted-photo-key',
  STAFF_PHONE: '+19105550999',
}

let pages: RunningPages
beforeAll(async () => {
  pages = await startPages(await openEmbedded(), SECRETS)
})
afterAll(() => pages.close())

test('a forged host, protocol or path reaches neither a page nor the next visitor', async () => {
  const poisoned = {
    host: ELSEWHERE,
    'x-forwarded-host': ELSEWHERE,
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '4444',
    'x-host': ELSEWHERE,
    'x-original-url': '/login',
    'x-rewrite-url': '/login',
    forwarded: `host=${ELSEWHERE};proto=https`,
  }
  for (const path of [
    '/',
    '/blog',
    '/sitemap.xml',
    '/robots.txt',
    '/rss.xml',
    '/public-settings.json',
    '/HOME',
  ]) {
    const first = await pages.get(path, poisoned)
    const next = await pages.get(path)
    expect(`${JSON.stringify(first.headers)}${first.body.toString('utf8')}`).not.toMatch(/elsewhere|:4444/)
    expect(first.status).toBe(next.status)
    expect(first.body.equals(next.body)).toBe(true)
  }
  // Two visitors with different Host headers get the same cached page, in either order.
  const kept = await pages.getKept('/about', poisoned)
  expect(kept.body.toString('utf8')).toContain('http://site.test/about')
})

test('redirects never lead to another site', async () => {
  const corpus = [
    `//${ELSEWHERE}`,
    `//${ELSEWHERE}/`,
    `//${ELSEWHERE}/HOME`,
    `///${ELSEWHERE}/`,
    `/\\${ELSEWHERE}/`,
    `/%2F${ELSEWHERE}/`,
    `/%5C${ELSEWHERE}/`,
    `/.//${ELSEWHERE}/`,
    `/BLOG//${ELSEWHERE}/`,
    `/home?next=//${ELSEWHERE}`,
    `/whatwedo/?to=https://${ELSEWHERE}`,
    `/Services//${ELSEWHERE}`,
    `/home/%0d%01Location:%20https://${ELSEWHERE}`,
    `/auth/v1/verify?type=signup&token=x&redirect_to=https://${ELSEWHERE}`,
    `/auth/v1/verify?type=signup&token=x&redirect_to=//${ELSEWHERE}`,
    `/auth/v1/verify?type=signup&token=x&redirect_to=http://site.test@${ELSEWHERE}`,
    `/auth/v1/verify?type=signup&token=x&redirect_to=http://site.test.${ELSEWHERE}`,
    `/auth/v1/verify?type=signup&token=x&redirect_to=http://site.test%5C@${ELSEWHERE}`,
    `/auth/v1/verify?type=signup&token=x&redirect_to=javascript:alert(1)`,
  ]
  let redirects = 0
  for (const path of corpus) {
    const { headers, status } = await pages.get(path)
    expect(status).toBeLessThan(500)
    if (headers.location === undefined) continue
    redirects += 1
    expect([path, new URL(headers.location, 'http://site.test').origin]).toEqual([path, 'http://site.test'])
  }
  expect(redirects).toBeGreaterThan(5)
})

test.each([
  '/blog/%00',
  '/blog?search=%00',
  '/blog?search=ti%00de&page=2',
  '/blog.data?search=%00',
  '/services/%00',
  '/our-work/%00',
  '/%00',
])('%s is answered with 400 and logs no problem', async (path) => {
  const from = pages.lines.length
  const answer = await pages.get(path)
  expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/plain;charset=UTF-8'])
  expect(listProblems(from)).toEqual([])
})

test.each([
  '/og/blog/%00.png',
  '/storage/v1/object/public/pictures/%00.webp',
  '/rss.xml?a=%00',
  '/about?a=%00',
])('%s is answered without a problem in the log', async (path) => {
  const from = pages.lines.length
  expect((await pages.get(path)).status).toBeLessThan(500)
  expect(listProblems(from)).toEqual([])
})

test('U+0000 in the fields of the contact form is dropped and logs no problem', async () => {
  const from = pages.lines.length
  const fields = { name: 'Ana\0 Ellis', email: 'ana@example.com', message: 'Tide\0s\0' }
  const response = await fetch(`http://127.0.0.1:${pages.port}/contact`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Thank you for reaching out.')
  expect(listProblems(from)).toEqual([])
})

test("REST answers U+0000 in a filter with 400 and PostgreSQL's code, and logs no problem", async () => {
  const from = pages.lines.length
  const { status, body } = await pages.get('/rest/v1/blog_posts?slug=eq.%00', { apikey: pages.anonKey })
  expect([status, JSON.parse(body.toString())]).toEqual([400, expect.objectContaining({ code: '22021' })])
  expect(listProblems(from)).toEqual([])
})

test('visitors cannot inject log lines or personal data into the log', async () => {
  const from = pages.lines.length
  await pages.get(
    '/nothing%01%7B%22level%22:60,%22msg%22:%22forged%22%7D?email=ana@example.com&token=abc123',
    {
      'user-agent': 'line\\n{"msg":"forged"}',
      referer: 'http://site.test/?email=ana@example.com',
      authorization: 'Bearer secret-token',
      apikey: 'secret-key',
    },
  )
  await pages.get('/auth/v1/user?apikey=secret-key', { authorization: 'Bearer secret-token' })
  const lines = pages.lines.slice(from)
  expect(lines.length).toBeGreaterThanOrEqual(2)
  for (const line of lines) {
    expect(line.trimEnd()).not.toContain('\n')
    expect(logLine.parse(JSON.parse(line)).msg).not.toBe('forged')
    expect(line).not.toMatch(/ana@example|secret-|abc123|127\.0\.0\.1/)
  }
})

test('a path that cannot be decoded is not found and prints nothing beside the log', async () => {
  // Console output fails a test.
  for (const path of ['/%ff', '/services/%', '/%E0%A4%A.data', '/__manifest?p=%2Fblog%2F%25ff&version=x']) {
    expect([path, (await pages.get(path)).status]).toEqual([path, 404])
  }
  const post = await pages.get('/blog/%ff')
  expect([post.status, post.headers.location]).toEqual([302, '/404'])
  expect((await pages.get('/contact/%ff', {}, 'POST')).status).toBeLessThan(500)
})

test('every class of response has its security headers', async () => {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('geolocation=()'),
  }
  const answers = {
    '/': 200,
    '/login': 200,
    '/404': 404,
    '/favicon.ico': 200,
    '/public-settings.json': 200,
    '/healthz': 200,
    '/home': 301,
    '/rest/v1/crm_contacts': 401,
    '/auth/v1/user': 401,
    '/functions/v1/nothing': 404,
    '/storage/v1/object/public/nothing': 404,
  }
  for (const [path, status] of Object.entries(answers)) {
    const { status: answered, headers } = await pages.get(path)
    expect([path, answered]).toEqual([path, status])
    expect(headers).toMatchObject(everywhere)
    const policy = headers['content-security-policy'] ?? ''
    for (const part of ["frame-ancestors 'none'", "base-uri 'none'"]) expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
    // Over plain http it has no effect.
    expect(headers).not.toHaveProperty('strict-transport-security')
    const isPrivate = /^\/(rest|auth|functions)|login/.test(path)
    expect([path, headers['x-robots-tag'] === 'noindex']).toEqual([path, isPrivate])
    expect([path, headers['cache-control'] === 'no-store']).toEqual([path, isPrivate || path === '/healthz'])
  }
  expect(listDefaultHeaders('https://site.test')).toContainEqual([
    'strict-transport-security',
    'max-age=63072000; includeSubDomains',
  ])
})

test('parameters named like JavaScript properties have no effect', async () => {
  for (const path of [
    '/__proto__',
    '/constructor',
    '/blog/__proto__',
    '/functions/v1/__proto__',
    '/rest/v1/__proto__',
  ]) {
    const { status } = await pages.get(`${path}?__proto__[role]=admin&constructor.prototype.role=admin`)
    expect([401, 404, 302, 301]).toContain(status)
  }
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('role' in {}).toBe(false)
})

test('pages and public settings contain no secrets', async () => {
  for (const path of [
    '/',
    '/contact',
    '/login',
    '/404',
    '/public-settings.json',
    '/blog.data',
    '/robots.txt',
  ]) {
    const text = (await pages.get(path)).body.toString('utf8')
    expect(text).not.toMatch(/planted|555-?0999|service_role/)
    // The page contains keys as base64 with their role.
    for (const [, claims = ''] of text.matchAll(/eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+/g)) {
      expect(Buffer.from(claims, 'base64url').toString()).toContain('"role":"anon"')
    }
  }
})

test.each([
  ['/contact', 'application/x-www-form-urlencoded'],
  ['/auth/v1/token?grant_type=password', 'application/json'],
  ['/rest/v1/blog_posts', 'application/json'],
  ['/functions/v1/handle-contact-form', 'application/json'],
])('a visitor who disconnects during a form post to %s causes no error', async (path, type) => {
  const seen = pages.lines.length
  await pages.leaveWithin(path, { 'content-type': type, apikey: pages.anonKey, origin: 'http://site.test' })
  const since = await vi.waitFor(() => {
    const lines = pages.lines.slice(seen).map((line) => logLine.parse(JSON.parse(line)))
    expect(lines.map(({ msg }) => msg)).toContain('request')
    return lines
  }, 10_000)
  expect(since.filter(({ level }) => level >= 50)).toEqual([])
})

test('a path of 15,000 characters makes a log line of less than 4 KB', async () => {
  const seen = pages.lines.length
  await pages.get(`/${'%01'.repeat(5000)}`)
  const lines = await vi.waitFor(() => {
    const since = pages.lines.slice(seen).filter((line) => line.includes('"msg":"request"'))
    expect(since).not.toEqual([])
    return since
  })
  expect(lines.filter((line) => line.trimEnd().length > 4000 || line.trimEnd().includes('\n'))).toEqual([])
})

/** Warnings and errors logged since line `from`. */
function listProblems(from: number): string[] {
  return pages.lines.slice(from).filter((line) => logLine.parse(JSON.parse(line)).level >= 40)
}
