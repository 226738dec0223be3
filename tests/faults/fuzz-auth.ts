import * as fc from 'fast-check'

export interface FuzzedRequest {
  method: string
  /** Path and query, `/auth/v1/…`. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const paths = [
  '/signup',
  '/token',
  '/token?grant_type=password',
  '/token?grant_type=refresh_token',
  '/logout',
  '/logout?scope=others',
  '/user',
  '/recover',
  '/resend',
  '/verify',
  '/factors',
  '/factors/00000000-0000-4000-8000-000000000000',
  '/factors/00000000-0000-4000-8000-000000000000/challenge',
  '/factors/00000000-0000-4000-8000-000000000000/verify',
  '/factors/recovery-codes',
  '/factors/recovery-codes/verify',
  '/factors/recovery-codes/regenerate',
  '/settings',
  '/health',
  '/.well-known/jwks.json',
  '/otp',
  '/admin/users',
]

const fields = [
  'email',
  'password',
  'current_password',
  'phone',
  'data',
  'app_metadata',
  'refresh_token',
  'token',
  'token_hash',
  'type',
  'nonce',
  'factor_type',
  'friendly_name',
  'issuer',
  'challenge_id',
  'code',
  '__proto__',
  'constructor',
]

const kinds = ['signup', 'invite', 'recovery', 'magiclink', 'email', 'email_change', 'sms']

/** Strings that have broken parsers and databases before. */
const nasty = fc.constantFrom(
  '',
  '\0',
  '\uD800',
  "'; drop table auth.users; --",
  '$1',
  '%s%n',
  '../../etc/passwd',
  '{"$gt": ""}',
  '\r\nBcc: somebody@example.com',
  'a@example.com\0',
  '9'.repeat(400),
  '🔑'.repeat(100),
  'x'.repeat(20_000),
)

/** Requests to the auth API, from nearly valid to nonsense. Each must return less than 500, or 503. */
export function authRequests(): fc.Arbitrary<FuzzedRequest> {
  return fc.record({
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('POST', 'GET', 'PUT') },
      { weight: 1, arbitrary: fc.constantFrom('DELETE', 'PATCH', 'OPTIONS', 'HEAD') },
    ),
    path: fc
      .tuple(fc.constantFrom(...paths), queries())
      .map(([path, query]) => `/auth/v1${addQuery(path, query)}`),
    headers: headers(),
    body: fc.option(bodies(), { nil: undefined }),
  })
}

function headers(): fc.Arbitrary<Record<string, string>> {
  return fc
    .record(
      {
        authorization: fc.oneof(
          tokens().map((token) => `Bearer ${token}`),
          fc.constantFrom('Bearer', 'Bearer ', 'Basic YTpi', 'bearer x'),
        ),
        apikey: tokens(),
        'x-supabase-api-version': fc.constantFrom('2024-01-01', '2023-01-01', '9999-99-99', 'x'),
        'x-forwarded-for': fc.ipV4(),
        'content-type': fc.constantFrom('application/json', 'text/plain', 'multipart/form-data; boundary=x'),
        'user-agent': fc.string({ unit: fc.constantFrom(...'aZ0 ;/()$\'"'.split('')), maxLength: 900 }),
      },
      { requiredKeys: ['x-forwarded-for'] },
    )
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)))
}

function tokens(): fc.Arbitrary<string> {
  const part = fc.oneof(
    fc.json({ maxDepth: 2 }).map((json) => Buffer.from(json).toString('base64url')),
    fc.constantFrom(
      Buffer.from('{"alg":"none"}').toString('base64url'),
      Buffer.from('{"alg":"HS256","crit":["x"]}').toString('base64url'),
      '',
    ),
  )
  return fc.oneof(
    fc.tuple(part, part, part).map((parts) => parts.join('.')),
    fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.'.split('')), maxLength: 60 }),
  )
}

function bodies(): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .dictionary(fc.constantFrom(...fields), values(), { maxKeys: 6 })
        .map((value) => JSON.stringify(value)),
    },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('{', '[', 'null', '"', '['.repeat(5000), `{"data":${'{"a":'.repeat(2000)}`),
    },
  )
}

function values(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.emailAddress(),
    fc.constantFrom(...kinds),
    fc.string({ unit: 'binary', maxLength: 80 }),
    nasty,
    fc.jsonValue({ maxDepth: 4 }),
  )
}

function queries(): fc.Arbitrary<Record<string, string>> {
  const names = fc.constantFrom('grant_type', 'scope', 'redirect_to', 'token', 'token_hash', 'type', 'apikey')
  const wishes = fc.constantFrom(
    'https://evil.example',
    '//evil.example',
    String.raw`\\evil`,
    'javascript:alert(1)',
    'recovery',
  )
  return fc.dictionary(names, fc.oneof(wishes, fc.string({ maxLength: 40 })), { maxKeys: 3 })
}

function addQuery(path: string, query: Record<string, string>): string {
  const text = new URLSearchParams(Object.entries(query)).toString()
  if (text === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}${text}`
}
