import { decodeJwt } from 'jose'
import { TOTP } from 'otpauth'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { type AuthWorld, PASSWORD, SITE, createAuthWorld } from './auth.fixture.ts'

const ISSUER = 'Tidewright'

describeBothDatabases('second factors through supabase-js', (open) => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld(await open())
  })

  /** The code an authenticator app shows, `shift` steps of 30 seconds from now. */
  const currentCode = (secret: string, shift = 0): string =>
    new TOTP({ secret }).generate({ timestamp: world.clock().getTime() + shift * 30_000 })

  async function signedIn(email: string): Promise<SupabaseClient> {
    const client = world.client()
    const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
    return client
  }

  async function enrolled(): Promise<{ email: string; client: SupabaseClient; id: string; secret: string }> {
    const { email } = await world.account()
    const client = await signedIn(email)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (data === null) throw new Error('nothing was enrolled')
    const code = currentCode(data.totp.secret)
    const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })
    expect(verified.error).toBeNull()
    world.advance(60)
    return { email, client, id: data.id, secret: data.totp.secret }
  }

  test('a factor is enrolled, activated by its first code, required at sign-in and removed', async () => {
    const { id, email } = await world.account()
    const [client, elsewhere] = [await signedIn(email), await signedIn(email)]
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
    const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(enrolled.data).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'totp',
      friendly_name: 'Phone',
      totp: {
        qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg .*<\/svg>$/),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      },
    })
    if (enrolled.data === null) throw new Error('nothing was enrolled')
    const { totp, id: factorId } = enrolled.data
    const label = encodeURIComponent(email)
    expect(totp.uri).toBe(
      `otpauth://totp/${ISSUER}:${label}?issuer=${ISSUER}&secret=${totp.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await client.auth.mfa.listFactors()).data?.totp).toEqual([])
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })

    const asked = await client.auth.mfa.challenge({ factorId })
    expect(asked.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'totp',
      expires_at: Math.floor(world.clock().getTime() / 1000) + 300,
    })
    const challengeId = asked.data?.id ?? ''
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: 'abcdef' })
    expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'mfa_verification_failed'])
    const right = await client.auth.mfa.verify({ factorId, challengeId, code: currentCode(totp.secret) })
    expect(right.error).toBeNull()
    expect(right.data).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(decodeJwt(right.data?.access_token ?? '')).toMatchObject({
      sub: id,
      aal: 'aal2',
      amr: [{ method: 'password' }, { method: 'totp' }],
    })
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
    ])
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
    })
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    await world.settled()
    expect(world.letters.findLast(({ to }) => to === email)?.subject).toBe('Two-step sign-in was switched on')

    const later = await signedIn(email)
    expect((await later.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'password' }],
    })
    const forbidden = [
      await later.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' }),
      await later.auth.mfa.unenroll({ factorId }),
      await later.auth.updateUser({ password: 'a new long secret', current_password: PASSWORD }),
      await later.auth.updateUser({ email: 'thief@example.com' }),
    ]
    expect(forbidden.map(({ error }) => [error?.status, error?.code])).toEqual([
      [403, 'insufficient_aal'],
      [422, 'insufficient_aal'],
      [401, 'insufficient_aal'],
      [401, 'insufficient_aal'],
    ])
    world.advance(30)
    expect(
      (await later.auth.mfa.challengeAndVerify({ factorId, code: currentCode(totp.secret) })).error,
    ).toBeNull()
    expect((await later.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    const after = await later.auth.refreshSession()
    expect(after.data.session?.user.factors).toBeUndefined()
    expect(decodeJwt(after.data.session?.access_token ?? '')['aal']).toBe('aal1')
  })

  test('a TOTP code works once, and only within one time step', async () => {
    const { email, id: factorId, secret } = await enrolled()
    const verify = async (client: SupabaseClient, code: string) => {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
      return error === null ? 'in' : (error.code ?? error.name)
    }
    const first = await signedIn(email)
    expect(await verify(first, currentCode(secret, -2))).toBe('mfa_verification_failed')
    expect(await verify(first, currentCode(secret, 2))).toBe('mfa_verification_failed')
    expect(
      await verify(first, ` ${currentCode(secret, 1).slice(0, 3)} ${currentCode(secret, 1).slice(3)}`),
    ).toBe('in')
    const second = await signedIn(email)
    expect(await verify(second, currentCode(secret, 1))).toBe('mfa_verification_failed')
    expect(await verify(second, currentCode(secret, 0))).toBe('mfa_verification_failed')
    world.advance(60)
    const both = [await signedIn(email), await signedIn(email)]
    const code = currentCode(secret)
    const results = await Promise.all(both.map((client) => verify(client, code)))
    // Verifying ends the account's other aal1 sessions.
    expect(results.filter((result) => result === 'in')).toHaveLength(1)
  })

  test('a challenge is valid for one factor and address, for five minutes', async () => {
    const { client, id: factorId, secret } = await enrolled()
    const other = await enrolled()
    const asked = await client.auth.mfa.challenge({ factorId })
    const challengeId = asked.data?.id ?? ''
    const code = currentCode(secret)
    const { data } = await client.auth.getSession()
    const elsewhere = await world.call({
      path: `/factors/${factorId}/verify`,
      address: '203.0.113.77',
      token: data.session?.access_token ?? '',
      body: { challenge_id: challengeId, code },
    })
    expect([elsewhere.status, elsewhere.body['error_code']]).toEqual([422, 'mfa_ip_address_mismatch'])
    const foreign = await other.client.auth.mfa.verify({ factorId: other.id, challengeId, code })
    expect([foreign.error?.status, foreign.error?.code]).toEqual([404, 'mfa_factor_not_found'])
    expect((await other.client.auth.mfa.unenroll({ factorId })).error?.code).toBe('mfa_factor_not_found')
    world.advance(301)
    const late = await client.auth.mfa.verify({ factorId, challengeId, code: currentCode(secret) })
    expect([late.error?.status, late.error?.code]).toEqual([422, 'mfa_challenge_expired'])
  })

  test('MFA allows five wrong codes, then one every three minutes across sessions', async () => {
    const { email, id: factorId, secret } = await enrolled()
    const codes: unknown[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      const client = await signedIn(email)
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
      codes.push(error?.code)
    }
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'mfa_verification_failed'),
      'over_request_rate_limit',
    ])
    world.advance(181)
    const client = await signedIn(email)
    expect(
      (await client.auth.mfa.challengeAndVerify({ factorId, code: currentCode(secret) })).error,
    ).toBeNull()
  })

  test("an authenticator that a thief enrolled before the owner's becomes void", async () => {
    const { email } = await world.account()
    const thief = await (await signedIn(email)).auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })
    const owner = await signedIn(email)
    const own = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Owner' })
    if (thief.data === null || own.data === null) throw new Error('nothing was enrolled')
    expect(await verified(owner, own.data.id, currentCode(own.data.totp.secret))).toBe('in')
    const later = await signedIn(email)
    expect(await verified(later, thief.data.id, currentCode(thief.data.totp.secret))).toBe(
      '404 mfa_factor_not_found',
    )
  })

  test('an aal1 session cannot activate the second authenticator the owner is enrolling', async () => {
    const { email, client } = await enrolled()
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
    if (data === null) throw new Error('nothing was enrolled')
    const asked = await client.auth.mfa.challenge({ factorId: data.id })
    const thief = await signedIn(email)
    const challenged = await thief.auth.mfa.challenge({ factorId: data.id })
    expect([challenged.error?.status, challenged.error?.code]).toEqual([403, 'insufficient_aal'])
    const code = currentCode(data.totp.secret)
    const guessed = await thief.auth.mfa.verify({
      factorId: data.id,
      challengeId: asked.data?.id ?? '',
      code,
    })
    expect([guessed.error?.status, guessed.error?.code]).toEqual([403, 'insufficient_aal'])
    expect(await verified(client, data.id, code)).toBe('in')
  })

  test.each(['global', 'others'] as const)(
    'signOut with scope %s from an aal1 session keeps the aal2 sessions',
    async (scope) => {
      const { email, client } = await enrolled()
      const [other, thief] = [await signedIn(email), await signedIn(email)]
      expect((await thief.auth.signOut({ scope })).error).toBeNull()
      expect((await client.auth.getUser()).error).toBeNull()
      expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
      expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
      expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    },
  )

  test("wrong codes from strangers lock out neither the owner's device nor their next one", async () => {
    const { email, id: factorId, secret } = await enrolled()
    const at = async (address: string, code: string) => {
      const client = world.client(address)
      await client.auth.signInWithPassword({ email, password: PASSWORD })
      return verified(client, factorId, code)
    }
    const thief = []
    for (let guess = 0; guess < 6; guess += 1) thief.push(await at('203.0.113.50', '000000'))
    expect(thief).toEqual([
      ...Array.from({ length: 5 }, () => '422 mfa_verification_failed'),
      '429 over_request_rate_limit',
    ])
    expect(await at('192.0.2.1', currentCode(secret))).toBe('in')
    world.advance(60)
    expect(await at('198.51.100.8', currentCode(secret))).toBe('in')
  })

  test('wrong codes from all unfamiliar addresses are limited to twenty, then one every three minutes', async () => {
    const { email, id: factorId } = await enrolled()
    const results = []
    for (let guess = 0; guess < 21; guess += 1) {
      const client = world.client(`203.0.113.${guess + 60}`)
      await client.auth.signInWithPassword({ email, password: PASSWORD })
      results.push(await verified(client, factorId, '000000'))
    }
    expect(results).toEqual([
      ...Array.from({ length: 20 }, () => '422 mfa_verification_failed'),
      '429 over_request_rate_limit',
    ])
  })

  test('an account keeps at most ten factors, five challenges per address and fifty sessions per level', async () => {
    const { client, email, id: factorId } = await enrolled()
    const enrolments = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `Device ${number}` }),
      ),
    )
    expect(enrolments.filter(({ error }) => error === null)).toHaveLength(9)
    expect(enrolments.find(({ error }) => error !== null)?.error?.code).toBe('too_many_enrolled_mfa_factors')
    const asked = []
    for (let times = 0; times < 7; times += 1) asked.push(await client.auth.mfa.challenge({ factorId }))
    for (let times = 0; times < 52; times += 1) await signedIn(email)
    const { rows } = await world.asAdmin((tx) =>
      tx.query<{ challenges: string[]; aal1: number; aal2: number }>(
        `select (select jsonb_agg(id) from auth.mfa_challenges where factor_id = $1) as challenges,
                count(*) filter (where aal = 'aal1')::int as aal1, count(*) filter (where aal = 'aal2')::int as aal2
         from auth.sessions where user_id = (select user_id from auth.mfa_factors where id = $1)`,
        [factorId],
      ),
    )
    expect(rows[0]?.challenges).toHaveLength(5)
    expect(rows[0]?.challenges).toContain(asked.at(-1)?.data?.id)
    expect([rows[0]?.aal1, rows[0]?.aal2]).toEqual([50, 1])
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('a mailed link does not bypass the second factor', async () => {
    const { email, id: factorId, secret } = await enrolled()
    const client = world.client()
    await client.auth.resetPasswordForEmail(email)
    const link = { token_hash: await world.mailedToken(email), type: 'recovery' as const }
    expect((await client.auth.verifyOtp(link)).error).toBeNull()
    const early = await client.auth.updateUser({ password: 'a brand new secret' })
    expect(early.error?.code).toBe('insufficient_aal')
    await client.auth.mfa.challengeAndVerify({ factorId, code: currentCode(secret) })
    expect((await client.auth.updateUser({ password: 'a brand new secret' })).error).toBeNull()
  })

  test('each recovery code replaces the authenticator once', async () => {
    const { email, client, id: factorId } = await enrolled()
    const codes = await openRecoveryCodes(client)
    expect((await codes.getStatus()).error?.code).toBe('mfa_factor_not_found')
    const generated = await codes.generate()
    expect(generated.data).toMatchObject({ type: 'recovery_code', total: 10 })
    const [first = '', second = ''] = generated.data?.codes ?? []
    expect(new Set(generated.data?.codes).size).toBe(10)
    expect(first).toMatch(/^[2-9a-z]{16}$/)
    expect((await codes.generate()).error?.code).toBe('mfa_verified_factor_exists')

    const lost = await openRecoveryCodes(await signedIn(email))
    expect((await lost.regenerate()).error?.code).toBe('insufficient_aal')
    expect((await lost.verify({ code: 'wrong' })).error?.code).toBe('mfa_verification_failed')
    const typed = first.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1-')
    const verified = await lost.verify({ code: typed })
    expect(verified.error).toBeNull()
    expect(decodeJwt(verified.data?.access_token ?? '')).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'password' }, { method: 'mfa/recovery_code' }],
    })
    expect((await lost.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
    const again = await openRecoveryCodes(await signedIn(email))
    expect((await again.verify({ code: first })).error?.code).toBe('mfa_verification_failed')

    const renewed = await codes.regenerate()
    expect(renewed.data?.total).toBe(10)
    expect((await again.verify({ code: second })).error?.code).toBe('mfa_verification_failed')
    for (let guess = 0; guess < 3; guess += 1) await again.verify({ code: 'wrong' })
    const locked = await again.verify({ code: renewed.data?.codes[0] ?? '' })
    expect([locked.error?.status, locked.error?.code]).toEqual([429, 'mfa_recovery_codes_locked'])

    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await codes.getStatus()).error?.code).toBe('mfa_factor_not_found')
    expect((await codes.generate()).error?.code).toBe('insufficient_aal')
  })

  test('the database contains no secrets or codes in plain text', async () => {
    const { client, secret } = await enrolled()
    const codes = await (await openRecoveryCodes(client)).generate()
    const { rows } = await world.asAdmin((tx) =>
      tx.query<{ all: string }>(
        `select concat((select jsonb_agg(to_jsonb(factor)) from auth.mfa_factors as factor),
                       (select jsonb_agg(to_jsonb(code)) from auth.mfa_recovery_codes as code)) as all`,
      ),
    )
    const stored = rows[0]?.all ?? ''
    for (const known of [secret, ...(codes.data?.codes ?? [])]) expect(stored).not.toContain(known)
    expect(stored).toContain(Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url'))
  })

  const openRecoveryCodes = async (client: SupabaseClient) =>
    recoveryCodes((await client.auth.getSession()).data.session)

  /** The client library only offers these behind an option. */
  function recoveryCodes(session: { access_token: string; refresh_token: string } | null) {
    const client = createClient(SITE, world.secrets.anonKey, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        experimental: { recoveryCodes: true },
      },
      global: {
        fetch: async (input, init) => {
          const request = new Request(input, init)
          request.headers.set('x-forwarded-for', '192.0.2.1')
          return world.raw(new URL(request.url).pathname, request)
        },
      },
    })
    if (session === null) throw new Error('nobody is signed in')
    const ready = client.auth.setSession(session)
    const { recoveryCodes } = client.auth.mfa
    return {
      getStatus: async () => (await ready, recoveryCodes.getStatus()),
      generate: async () => (await ready, recoveryCodes.generate()),
      regenerate: async () => (await ready, recoveryCodes.regenerate()),
      verify: async (params: { code: string }) => (await ready, recoveryCodes.verify(params)),
    }
  }
})

async function verified(client: SupabaseClient, factorId: string, code: string): Promise<string> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code })
  return error === null ? 'in' : `${error.status} ${error.code}`
}
