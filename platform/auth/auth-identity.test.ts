import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { type Credentials, authenticate } from '../http/identity.ts'
import { loadSecrets } from '../../server/secrets.ts'

const config = readConfig({ PUBLIC_SITE_URL: 'http://site.test', JWT_SECRET: 'only-for-tests-'.repeat(3) })
const secrets = await loadSecrets(config)
const deps = { config, secrets, platform: 'own' as const, clock: () => new Date() }

const sign = (claims: Record<string, unknown>, secret = secrets.jwtSecret) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

const now = Math.floor(Date.now() / 1000)
const claims = {
  iss: 'http://site.test/auth/v1',
  aud: 'authenticated',
  role: 'authenticated',
  sub: randomUUID(),
  session_id: randomUUID(),
  exp: now + 60,
}
const user = await sign(claims)
const expired = await sign({ ...claims, exp: now - 60 })
const forged = await sign(claims, 'another secret '.repeat(4))
const forgedKey = await sign({ role: 'service_role' }, 'another secret '.repeat(4))
const { anonKey, serviceRoleKey } = secrets

describe('who calls', () => {
  test.each<{ name: string; credentials: Credentials; role: string }>([
    { name: 'the anon key alone', credentials: { apikey: anonKey }, role: 'anon' },
    {
      name: 'the anon key twice',
      credentials: { apikey: anonKey, authorization: `Bearer ${anonKey}` },
      role: 'anon',
    },
    { name: 'the anon key as bearer', credentials: { authorization: `Bearer ${anonKey}` }, role: 'anon' },
    { name: 'the service key', credentials: { apikey: serviceRoleKey }, role: 'service_role' },
    {
      name: 'a user with the anon key',
      credentials: { apikey: anonKey, authorization: `bearer ${user}` },
      role: 'authenticated',
    },
    {
      name: 'a user with the service key is a user',
      credentials: { apikey: serviceRoleKey, authorization: `Bearer ${user}` },
      role: 'authenticated',
    },
  ])('$name acts as $role', async ({ credentials, role }) => {
    expect(await authenticate(credentials, deps)).toMatchObject({ role })
  })

  test.each<{ name: string; credentials: Credentials; code: string }>([
    { name: 'nothing', credentials: {}, code: 'no_api_key' },
    { name: 'an empty bearer', credentials: { authorization: 'Bearer ' }, code: 'no_api_key' },
    { name: 'an unknown key', credentials: { apikey: 'sb_publishable_unknown' }, code: 'invalid_api_key' },
    { name: 'a forged key', credentials: { apikey: forgedKey }, code: 'invalid_api_key' },
    { name: 'a user token as key', credentials: { apikey: user }, code: 'invalid_api_key' },
    {
      name: 'a wrong key beside a right user',
      credentials: { apikey: 'wrong', authorization: `Bearer ${user}` },
      code: 'invalid_api_key',
    },
    {
      name: 'a forged user',
      credentials: { apikey: anonKey, authorization: `Bearer ${forged}` },
      code: 'PGRST301',
    },
    {
      name: 'no token at all',
      credentials: { apikey: anonKey, authorization: 'Bearer a.b.c' },
      code: 'PGRST301',
    },
    {
      name: 'an expired user',
      credentials: { apikey: anonKey, authorization: `Bearer ${expired}` },
      code: 'PGRST303',
    },
  ])('$name is rejected with $code', async ({ credentials, code }) => {
    await expect(authenticate(credentials, deps)).rejects.toMatchObject({ name: 'UnauthorizedError', code })
  })

  test('an opaque publishable key acts as anon when it is configured as the anon key', async () => {
    const opaque = { ...deps, secrets: { ...secrets, anonKey: 'sb_publishable_abc' } }
    const credentials = { apikey: 'sb_publishable_abc', authorization: 'Bearer sb_publishable_abc' }
    expect(await authenticate(credentials, opaque)).toEqual({ role: 'anon' })
  })
})
