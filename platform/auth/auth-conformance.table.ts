import { PASSWORD, SITE } from './auth.fixture.ts'
import type { Call } from './auth.fixture.ts'

/** Preconditions of every row: an unconfirmed and a disabled account, and a live session. */
export interface Scene {
  email: string
  unconfirmed: string
  disabled: string
  token: string
  anonKey: string
}

export interface Row {
  name: string
  call: (scene: Scene) => Call
  status: number
  /** Error code in both shapes. */
  code?: string
  message?: string
  /** Part of the body. */
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const tokenPath = '/token?grant_type=password'
const refreshPath = '/token?grant_type=refresh_token'

/** Requests and the hosted service's responses to them. */
export const conformance: Row[] = [
  {
    name: 'health is open',
    call: () => ({ method: 'GET', path: '/health' }),
    status: 200,
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  },
  {
    name: 'no public keys with a shared secret',
    call: () => ({ method: 'GET', path: '/.well-known/jwks.json' }),
    status: 200,
    body: { keys: [] },
  },
  {
    name: 'settings',
    call: () => ({ method: 'GET', path: '/settings' }),
    status: 200,
    body: {
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    },
  },
  {
    name: 'sign-up without a password',
    call: () => ({ path: '/signup', body: { email: 'nobody@example.com' } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'sign-up with a bad address',
    call: () => ({ path: '/signup', body: { email: 'not an address', password: PASSWORD } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'sign-up with an address on a host without a dot',
    call: () => ({ path: '/signup', body: { email: 'someone@localhost', password: PASSWORD } }),
    status: 200,
    body: { email: 'someone@localhost', identities: [], role: '' },
  },
  {
    name: 'sign-up with 73 characters',
    call: () => ({ path: '/signup', body: { email: 'long@example.com', password: 'x'.repeat(73) } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'sign-up with 7 characters',
    call: () => ({ path: '/signup', body: { email: 'short@example.com', password: 'abc def' } }),
    status: 422,
    code: 'weak_password',
    body: { weak_password: { reasons: ['length'] } },
  },
  {
    name: 'sign-up with a password everybody has',
    call: () => ({ path: '/signup', body: { email: 'common@example.com', password: 'Password123' } }),
    status: 422,
    code: 'weak_password',
    body: { weak_password: { reasons: ['pwned'] } },
  },
  {
    name: 'anonymous sign-in',
    call: () => ({ path: '/signup', body: { data: {} } }),
    status: 422,
    code: 'anonymous_provider_disabled',
  },
  {
    name: 'sign-up by telephone',
    call: () => ({ path: '/signup', body: { phone: '+19105550142', password: PASSWORD } }),
    status: 400,
    code: 'phone_provider_disabled',
  },
  {
    name: 'sign-up with a character that cannot be stored',
    call: () => ({ path: '/signup', body: String.raw`{"email":"a@example.com","data":{"a":"\u0000"}}` }),
    status: 400,
    code: 'bad_json',
  },
  {
    name: 'sign-up with more metadata than a token can carry',
    call: () => ({
      path: '/signup',
      body: { email: 'large@example.com', password: PASSWORD, data: { a: 'x'.repeat(5000) } },
    }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'body that is not JSON',
    call: () => ({ path: tokenPath, body: '{"email":' }),
    status: 400,
    code: 'bad_json',
  },
  {
    name: 'body that is no object',
    call: () => ({ path: tokenPath, body: '[1]' }),
    status: 400,
    code: 'bad_json',
  },
  {
    name: 'body past 1 MiB',
    call: () => ({ path: '/signup', body: { email: 'x'.repeat(1024 * 1024) } }),
    status: 413,
    code: 'request_entity_too_large',
  },
  {
    name: 'field of the wrong type',
    call: () => ({ path: tokenPath, body: { email: 5, password: PASSWORD } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'sign-in',
    call: ({ email }) => ({ path: tokenPath, body: { email, password: PASSWORD } }),
    status: 200,
    body: { token_type: 'bearer', expires_in: 3600 },
    headers: { 'sb-auth-refresh-token-counter': '0', 'cache-control': 'no-store' },
  },
  {
    name: 'sign-in, address in capitals',
    call: ({ email }) => ({ path: tokenPath, body: { email: email.toUpperCase(), password: PASSWORD } }),
    status: 200,
  },
  {
    name: 'sign-in, wrong password',
    call: ({ email }) => ({ path: tokenPath, body: { email, password: 'wrong' } }),
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  },
  {
    name: 'sign-in, unknown account',
    call: () => ({ path: tokenPath, body: { email: 'unknown@example.com', password: 'wrong' } }),
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  },
  {
    name: 'sign-in, no password',
    call: ({ email }) => ({ path: tokenPath, body: { email } }),
    status: 400,
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  },
  {
    name: 'sign-in, no address',
    call: () => ({ path: tokenPath, body: { password: PASSWORD } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'sign-in, unconfirmed, right password',
    call: ({ unconfirmed }) => ({ path: tokenPath, body: { email: unconfirmed, password: PASSWORD } }),
    status: 400,
    code: 'email_not_confirmed',
  },
  {
    name: 'sign-in, unconfirmed, wrong password',
    call: ({ unconfirmed }) => ({ path: tokenPath, body: { email: unconfirmed, password: 'wrong' } }),
    status: 400,
    code: 'invalid_credentials',
  },
  {
    name: 'sign-in, disabled, right password',
    call: ({ disabled }) => ({ path: tokenPath, body: { email: disabled, password: PASSWORD } }),
    status: 400,
    code: 'user_banned',
  },
  {
    name: 'unknown grant',
    call: () => ({ path: '/token?grant_type=constructor', body: {} }),
    status: 400,
    code: 'invalid_credentials',
  },
  {
    name: 'refresh, malformed',
    call: () => ({ path: refreshPath, body: { refresh_token: 'short' } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'refresh, unknown',
    call: () => ({ path: refreshPath, body: { refresh_token: 'abcdefghijkl' } }),
    status: 400,
    code: 'refresh_token_not_found',
  },
  {
    name: 'user, no token',
    call: () => ({ method: 'GET', path: '/user' }),
    status: 401,
    code: 'no_authorization',
  },
  {
    name: 'user, broken token',
    call: () => ({ method: 'GET', path: '/user', token: 'a.b.c' }),
    status: 403,
    code: 'bad_jwt',
  },
  {
    name: 'user, an API key is no user',
    call: ({ anonKey }) => ({ method: 'GET', path: '/user', token: anonKey }),
    status: 403,
    code: 'bad_jwt',
  },
  {
    name: 'user',
    call: ({ token }) => ({ method: 'GET', path: '/user', token }),
    status: 200,
    body: { aud: 'authenticated', role: 'authenticated', phone: '', is_anonymous: false },
  },
  {
    name: 'change user, no token',
    call: () => ({ method: 'PUT', path: '/user', body: {} }),
    status: 401,
    code: 'no_authorization',
  },
  {
    name: 'change user, app_metadata',
    call: ({ token }) => ({ method: 'PUT', path: '/user', token, body: { app_metadata: { role: 'admin' } } }),
    status: 403,
    code: 'not_admin',
  },
  {
    // The hosted service answers 422 email_exists, which lets anyone who signs up enumerate accounts.
    name: 'change user, taken address',
    call: ({ token, disabled }) => ({ method: 'PUT', path: '/user', token, body: { email: disabled } }),
    status: 200,
    body: { aud: 'authenticated', role: 'authenticated' },
  },
  {
    name: 'change password, current one missing',
    call: ({ token }) => ({ method: 'PUT', path: '/user', token, body: { password: 'a new long secret' } }),
    status: 400,
    code: 'current_password_required',
  },
  {
    name: 'change password, current one wrong',
    call: ({ token }) => ({
      method: 'PUT',
      path: '/user',
      token,
      body: { password: 'a new long secret', current_password: 'wrong' },
    }),
    status: 400,
    code: 'current_password_invalid',
  },
  {
    name: 'change password, to the same',
    call: ({ token }) => ({
      method: 'PUT',
      path: '/user',
      token,
      body: { password: PASSWORD, current_password: PASSWORD },
    }),
    status: 422,
    code: 'same_password',
  },
  {
    name: 'change password, weak',
    call: ({ token }) => ({
      method: 'PUT',
      path: '/user',
      token,
      body: { password: 'short', current_password: PASSWORD },
    }),
    status: 422,
    code: 'weak_password',
  },
  {
    name: 'recover, known',
    call: ({ email }) => ({ path: '/recover', body: { email } }),
    status: 200,
    body: {},
  },
  {
    name: 'recover, again within a minute',
    call: ({ email }) => ({ path: '/recover', body: { email } }),
    status: 429,
    code: 'over_email_send_rate_limit',
    headers: { 'retry-after': '60' },
  },
  {
    name: 'recover, unknown',
    call: () => ({ path: '/recover', body: { email: 'unknown@example.com' } }),
    status: 200,
    body: {},
  },
  {
    name: 'recover, bad address',
    call: () => ({ path: '/recover', body: { email: 'nobody' } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'verify, wrong token',
    call: () => ({ path: '/verify', body: { type: 'recovery', token_hash: 'wrong' } }),
    status: 403,
    code: 'otp_expired',
  },
  {
    name: 'verify, magic links are not sent',
    call: () => ({ path: '/verify', body: { type: 'magiclink', token_hash: 'wrong' } }),
    status: 403,
    code: 'otp_expired',
  },
  {
    name: 'verify, no token',
    call: () => ({ path: '/verify', body: { type: 'recovery' } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'verify, unknown type',
    call: () => ({ path: '/verify', body: { type: 'sms', token_hash: 'x' } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'opening a link leads to the page with the button',
    call: () => ({ method: 'GET', path: '/verify?token=abc&type=recovery' }),
    status: 303,
    headers: { location: `${SITE}/login?type=recovery&token_hash=abc` },
  },
  {
    name: 'opening a link never leads elsewhere',
    call: () => ({
      method: 'GET',
      path: '/verify?token=abc&type=recovery&redirect_to=https://evil.example/login',
    }),
    status: 303,
    headers: { location: `${SITE}/login?type=recovery&token_hash=abc` },
  },
  {
    name: 'opening a link: a look-alike of the site is elsewhere',
    call: () => ({
      method: 'GET',
      path: '/verify?token=abc&type=recovery&redirect_to=http://site.test%40evil.example/login',
    }),
    status: 303,
    headers: { location: `${SITE}/login?type=recovery&token_hash=abc` },
  },
  {
    name: 'opening a link that is not complete',
    call: () => ({ method: 'GET', path: '/verify?type=recovery' }),
    status: 303,
    headers: {
      location: `${SITE}/login#error=invalid_request&error_code=validation_failed&error_description=The+link+is+not+complete`,
    },
  },
  {
    name: 'resend, unknown',
    call: () => ({ path: '/resend', body: { type: 'signup', email: 'unknown@example.com' } }),
    status: 200,
    body: {},
  },
  {
    name: 'resend, already confirmed',
    call: ({ email }) => ({ path: '/resend', body: { type: 'signup', email } }),
    status: 200,
    body: {},
  },
  {
    name: 'resend, unknown type',
    call: ({ email }) => ({ path: '/resend', body: { type: 'sms', email } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'enroll a factor, no token',
    call: () => ({ path: '/factors', body: { factor_type: 'totp' } }),
    status: 401,
    code: 'no_authorization',
  },
  {
    name: 'enroll a factor of another type',
    call: ({ token }) => ({ path: '/factors', token, body: { factor_type: 'phone', phone: '+19105550142' } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'enroll a factor',
    call: ({ token }) => ({
      path: '/factors',
      token,
      body: { factor_type: 'totp', friendly_name: 'Phone', issuer: 'Harbor' },
    }),
    status: 200,
    body: { type: 'totp', friendly_name: 'Phone' },
  },
  {
    name: 'enroll a second factor of the same name',
    call: ({ token }) => ({ path: '/factors', token, body: { factor_type: 'totp', friendly_name: 'Phone' } }),
    status: 422,
    code: 'mfa_factor_name_conflict',
  },
  {
    name: 'challenge a factor that is not there',
    call: ({ token }) => ({ path: `/factors/${UNKNOWN}/challenge`, token, body: {} }),
    status: 404,
    code: 'mfa_factor_not_found',
    message: 'Factor not found',
  },
  {
    name: 'challenge a factor without an id, no token',
    call: () => ({ path: '/factors/abc/challenge', body: {} }),
    status: 401,
    code: 'no_authorization',
  },
  {
    name: 'take away a factor without an id, no token',
    call: () => ({ method: 'DELETE', path: '/factors/abc' }),
    status: 401,
    code: 'no_authorization',
  },
  {
    name: 'change a user, no JSON, no token',
    call: () => ({ method: 'PUT', path: '/user', body: '{' }),
    status: 401,
    code: 'no_authorization',
  },
  {
    name: 'challenge a factor without an id',
    call: ({ token }) => ({ path: '/factors/abc/challenge', token, body: {} }),
    status: 404,
    code: 'validation_failed',
  },
  {
    name: 'verify a factor without a challenge',
    call: ({ token }) => ({ path: `/factors/${UNKNOWN}/verify`, token, body: { code: '123456' } }),
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'take away a factor that is not there',
    call: ({ token }) => ({ method: 'DELETE', path: `/factors/${UNKNOWN}`, token }),
    status: 404,
    code: 'mfa_factor_not_found',
  },
  {
    name: 'recovery codes without any',
    call: ({ token }) => ({ method: 'GET', path: '/factors/recovery-codes', token }),
    status: 404,
    code: 'mfa_factor_not_found',
  },
  {
    name: 'recovery codes before a factor',
    call: ({ token }) => ({ path: '/factors/recovery-codes', token }),
    status: 403,
    code: 'insufficient_aal',
  },
  {
    name: 'sign-out, unknown scope',
    call: ({ token }) => ({ path: '/logout?scope=everything', token }),
    status: 400,
    code: 'validation_failed',
  },
  { name: 'sign-out, no token', call: () => ({ path: '/logout' }), status: 401, code: 'no_authorization' },
  { name: 'sign-out', call: ({ token }) => ({ path: '/logout', token }), status: 204, body: {} },
  {
    name: 'user, after sign-out',
    call: ({ token }) => ({ method: 'GET', path: '/user', token }),
    status: 403,
    code: 'session_not_found',
  },
  {
    name: 'sign-out, twice',
    call: ({ token }) => ({ path: '/logout', token }),
    status: 403,
    code: 'session_not_found',
  },
  {
    name: 'unsupported part',
    call: () => ({ path: '/otp', body: { email: 'a@example.com' } }),
    status: 404,
    code: 'not_found',
  },
  {
    name: 'preflight',
    call: () => ({
      method: 'OPTIONS',
      path: '/token',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,x-client-info,traceparent',
      },
    }),
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'apikey,x-client-info,traceparent',
    },
  },
]
