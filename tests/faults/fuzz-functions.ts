import { services } from '../../site.config.ts'
import * as fc from 'fast-check'
import { listServiceOptions } from '../../features/contacts/contacts.ts'

export interface FuzzedRequest {
  method: string
  /** Path and query, `/functions/v1/…`. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const names = [
  'handle-contact-form',
  'client-ip',
  'form-token',
  'count-page',
  'lead-mail',
  'digest-mail',
  'meeting-slots',
  'slots-for-move',
  'book-meeting',
  'change-meeting',
  'show-meeting',
  'book-for-contact',
  'manage-meeting',
  'calendar-feed',
  'busy-calendars',
  'results',
  'manage-team',
  'generate-blog-content',
  'generate-blog-image',
  'search-stock-photos',
  'select-stock-photo',
  'auto-generate-blog-post',
  'upload-picture',
  'own-account',
  'upload-attachment',
  'text-media',
  'outgoing-media',
  'retry-media',
  'sandbox-picture',
  'sandbox-media',
  'email-attachment',
  'send-email',
  'request-review',
  'make-call',
  'log-call',
  'send-sms',
  'settle-message',
  'cancel-message',
  'draft-reply',
  'staff-phone',
  'push-subscription',
  'consent-evidence',
  'upload-contacts',
  'import-contacts',
  'import-report',
  'search-contacts',
  'search-messages',
  'count-contact-views',
  'export-contacts',
  'export-chosen-contacts',
  'change-contacts',
  'phone-webhook/sms',
  'phone-webhook/voice',
]
const wrongNames = [
  '',
  'nothing',
  '__proto__',
  'constructor',
  'handle-contact-form/x',
  '%00',
  '%ff',
  '..%2fauth',
  '*',
]
const fields = [
  'name',
  'email',
  'company',
  'service',
  'message',
  'phone',
  'textConsent',
  'idempotencyKey',
  'clientIP',
  'userAgent',
  'page',
  'referrer',
  'firstPage',
  'adNetwork',
  'utm_campaign',
  'formToken',
  'website',
  'start',
  'medium',
  'token',
  'action',
  'role',
  'prompt',
  'query',
  '__proto__',
  'toString',
]

/** Strings that have broken parsers and databases before. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\uD800',
  '\u202Egnp.exe',
  "'; drop table public.crm_contacts; --",
  '$1',
  '%s%n',
  '=cmd()',
  '{"$gt": ""}',
  'line\r\nBcc: somebody@example.com',
  'a@example.com\0',
  'a@b.co'.repeat(60),
  '9'.repeat(400),
  '👋🏽'.repeat(100),
  'x'.repeat(20_000),
  'x'.repeat(70_000),
  '2e1f6d3e-0000-4000-8000-000000000000',
)

/** Requests to the functions, from nearly valid to nonsense. Each must return less than 500, or 503. */
export function functionRequests(keys: readonly string[] = []): fc.Arbitrary<FuzzedRequest> {
  return fc.record({
    method: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('POST', 'POST', 'GET') },
      { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD') },
    ),
    path: fc
      .oneof({ weight: 8, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...wrongNames))
      .map((name) => `/functions/v1/${name}`),
    headers: headers(keys),
    body: fc.option(bodies(), { nil: undefined }),
  })
}

function headers(keys: readonly string[]): fc.Arbitrary<Record<string, string>> {
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('', ...keys) },
    fc.constantFrom('a.b.c', 'sb_publishable_x', 'eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.'),
    fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ019-_.')), maxLength: 60 }),
  )
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('unknown', '1.2.3.4, 5.6.7.8', 'fe80::1%eth0', '999.1.1.1'),
  )
  return fc.record(
    {
      apikey: key,
      authorization: fc.oneof(
        key.map((text) => `Bearer ${text}`),
        fc.constantFrom('Basic YTpi', 'Bearer', 'bearer  x'),
      ),
      'x-forwarded-for': address,
      'content-type': fc.constantFrom(
        'application/json',
        'text/plain',
        'multipart/form-data',
        'application/json; charset=x',
      ),
      'user-agent': fc.string({ unit: fc.constantFrom(...Array.from('Mozila/5.0 ()é')), maxLength: 600 }),
      origin: fc.constantFrom('null', 'https://elsewhere.example'),
    },
    { requiredKeys: [] },
  )
}

function bodies(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: submissions().map((value) => JSON.stringify(value)) },
    {
      weight: 3,
      arbitrary: fc
        .dictionary(fc.constantFrom(...fields), values(), { maxKeys: 8 })
        .map((value) => JSON.stringify(value)),
    },
    { weight: 2, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{',
        '[',
        'null',
        '"',
        '['.repeat(30_000),
        `{"name":${'{"a":'.repeat(5_000)}`,
        '{"__proto__":{"name":1}}',
      ),
    },
  )
}

/** A valid submission with some fields replaced. */
function submissions(): fc.Arbitrary<Record<string, unknown>> {
  const good = {
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    email: fc.emailAddress(),
    message: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
    service: fc.constantFrom('', ...listServiceOptions(services)),
    phone: fc.oneof(fc.constantFrom('(910) 762-0142', '+44 20 7946 0958'), fc.string({ maxLength: 40 })),
    textConsent: fc.boolean(),
    idempotencyKey: fc.uuid(),
  }
  const replaced = fc.dictionary(fc.constantFrom(...fields), values(), { maxKeys: 2 })
  return fc
    .tuple(fc.record(good, { requiredKeys: ['name', 'email', 'message'] }), replaced)
    .map(([submission, changes]) => ({ ...submission, ...changes }))
}

function values(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.emailAddress(),
    fc.constantFrom(...listServiceOptions(services), true, false, null, 0, -1, 1e308),
    fc.string({ unit: 'binary', maxLength: 80 }),
    nasty,
    fc.jsonValue({ maxDepth: 4 }),
  )
}
