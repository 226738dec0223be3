import { UnsecuredJWT, SignJWT, decodeJwt } from 'jose'
import { beforeAll, expect, test, vi } from 'vitest'
import { disableAccount, setPassword } from './accounts.ts'
import { SessionEndedError, asIdentity } from '../database/as-identity.ts'
import { authenticate } from '../http/identity.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import {
  type Answer,
  type AuthWorld,
  PASSWORD,
  SITE,
  type Session,
  createAuthWorld,
  signIn,
} from './auth.fixture.ts'

describeBothDatabases('auth sessions', (open, kind) => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld(await open())
  })

  const refresh = (refreshToken: string, address?: string): Promise<Answer> =>
    world.call({ path: '/token?grant_type=refresh_token', address, body: { refresh_token: refreshToken } })
  const user = (session: Pick<Session, 'accessToken'>): Promise<Answer> =>
    world.call({ method: 'GET', path: '/user', token: session.accessToken })
  const newSession = async (): Promise<Session> => signIn(world, (await world.account()).email)

  test('the access token contains user, issuer and expiry', async () => {
    const { id, email } = await world.account()
    const claims = decodeJwt((await signIn(world, email)).accessToken)
    expect(claims).toMatchObject({
      iss: `${SITE}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: claims.iat }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
  })

  /** Whether a transaction waits for a lock. */
  const isHeldUp = async (): Promise<boolean> => {
    if (kind === 'embedded') return world.database.load().waiting > 0
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return (await world.database.transaction((tx) => tx.query(waiting))).rowCount > 0
  }

  test('a sign-in in progress during a password change neither survives nor reverts it', async () => {
    const { id, email } = await world.account()
    const password = 'another long enough secret'
    const [changed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const change = world.asAdmin(async (tx) => {
      await setPassword(tx, { id, password, now: world.clock() })
      changed.resolve()
      await mayEnd.promise
    })
    await changed.promise
    const late = world.call({ path: '/token?grant_type=password', body: { email, password: PASSWORD } })
    await vi.waitFor(async () => expect(await isHeldUp()).toBe(true), 10_000)
    mayEnd.resolve()
    await change
    expect((await late).body).toMatchObject({ error_code: 'invalid_credentials' })
    await expect(signIn(world, email, password)).resolves.toHaveProperty('accessToken')
    await expect(signIn(world, email, PASSWORD)).rejects.toThrow('invalid_credentials')
  })

  test('a refresh returns the next token', async () => {
    const session = await newSession()
    const answer = await refresh(session.refreshToken)
    expect(answer.status).toBe(200)
    expect(next(answer)).not.toBe(session.refreshToken)
    expect(answer.headers.get('sb-auth-refresh-token-rotated')).toBe('true')
    expect(answer.headers.get('sb-auth-refresh-token-counter')).toBe('1')
    expect(answer.headers.get('sb-auth-session-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('sb-auth-user-id')).toBe(decodeJwt(session.accessToken).sub)
  })

  test('a client that never received its refresh token can request it again at any time', async () => {
    const session = await newSession()
    const first = await refresh(session.refreshToken)
    world.advance(3600)
    const again = await refresh(session.refreshToken)
    expect(again.status).toBe(200)
    expect(next(again)).toBe(next(first))
    expect(again.headers.get('sb-auth-refresh-token-reuse')).toBe('true')
    expect(again.headers.get('sb-auth-refresh-token-rotated')).toBe('false')
  })

  test('an older refresh token still works within ten seconds', async () => {
    const { refreshToken } = await newSession()
    const current = next(await refresh(next(await refresh(refreshToken))))
    world.advance(9)
    const answer = await refresh(refreshToken)
    expect(answer.status).toBe(200)
    expect(next(answer)).toBe(current)
    expect(answer.headers.get('sb-auth-refresh-token-reuse-cause')).toBe('reuse_interval')
  })

  test('an older refresh token after ten seconds ends the session for thief and owner', async () => {
    const session = await newSession()
    const current = next(await refresh(next(await refresh(session.refreshToken))))
    world.advance(11)
    const stolen = await refresh(session.refreshToken)
    expect(stolen.status).toBe(400)
    expect(stolen.body['error_code']).toBe('refresh_token_already_used')
    expect((await refresh(current)).body['error_code']).toBe('refresh_token_not_found')
    expect((await user(session)).body['error_code']).toBe('session_not_found')
  })

  test('twenty concurrent refreshes all succeed with the same token', async () => {
    const session = await newSession()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(session.refreshToken)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map(next)).size).toBe(1)
    expect(
      answers.filter(({ headers }) => headers.get('sb-auth-refresh-token-rotated') === 'true'),
    ).toHaveLength(1)
  })

  test('a refresh token with one bit changed is rejected', async () => {
    const { refreshToken } = await newSession()
    const bytes = Buffer.from(refreshToken, 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const forged = Buffer.from(bytes)
      forged[index] = Number(forged[index]) ^ 1
      const answer = await refresh(forged.toString('base64url'), '192.0.2.2')
      expect(answer.body['error_code']).toBe('refresh_token_not_found')
    }
  })

  test('a session expires after seven idle days', async () => {
    const session = await newSession()
    world.advance(7 * 86_400 - 60)
    const kept = await refresh(session.refreshToken)
    expect(kept.status).toBe(200)
    world.advance(7 * 86_400 + 60)
    expect((await refresh(next(kept))).body['error_code']).toBe('session_expired')
    expect((await refresh(next(kept))).body['error_code']).toBe('refresh_token_not_found')
  })

  test('a session expires after thirty days of activity', async () => {
    let { refreshToken } = await newSession()
    for (let day = 0; day < 29; day += 6) {
      const answer = await refresh(refreshToken)
      expect(answer.status).toBe(200)
      refreshToken = next(answer)
      world.advance(6 * 86_400)
    }
    world.advance(60)
    expect((await refresh(refreshToken)).body['error_code']).toBe('session_expired')
  })

  test('an expired access token is rejected', async () => {
    const session = await newSession()
    world.advance(3600 + 31)
    const answer = await user(session)
    expect(answer.status).toBe(403)
    expect(answer.body['error_code']).toBe('bad_jwt')
  })

  test('forged access tokens are rejected', async () => {
    const { accessToken } = await newSession()
    const claims = decodeJwt(accessToken)
    const [header, payload] = accessToken.split('.')
    const secret = new TextEncoder().encode(world.secrets.jwtSecret)
    const signed = (changes: object, key = secret, alg = 'HS256') =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg }).sign(key)
    const forged = {
      'another secret': await signed({}, new TextEncoder().encode('another secret '.repeat(4))),
      'no algorithm': new UnsecuredJWT({ ...claims }).encode(),
      'another algorithm': await signed({}, secret, 'HS512'),
      'no signature': `${header}.${payload}.`,
      'another audience': await signed({ aud: 'elsewhere' }),
      'another issuer': await signed({ iss: 'https://elsewhere.example/auth/v1' }),
      'another role': await signed({ role: 'supabase_auth_admin' }),
      'no session': await signed({ session_id: undefined }),
      'no expiry': await signed({ exp: undefined }),
      'not yet': await signed({ nbf: Number(claims.iat) + 600 }),
    }
    // The unmodified claims work, so each failure below is due to its change.
    expect((await user({ accessToken: await signed({}) })).status).toBe(200)
    for (const [name, token] of Object.entries(forged)) {
      const answer = await user({ accessToken: token })
      expect({ name, status: answer.status, code: answer.body['error_code'] }).toEqual({
        name,
        status: 403,
        code: 'bad_jwt',
      })
    }
  })

  test('a token of one account does not open the session of another', async () => {
    const [mine, theirs] = [await newSession(), await newSession()]
    const secret = new TextEncoder().encode(world.secrets.jwtSecret)
    const mixed = await new SignJWT({
      ...decodeJwt(mine.accessToken),
      session_id: decodeJwt(theirs.accessToken)['session_id'],
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret)
    expect((await user({ accessToken: mixed })).body['error_code']).toBe('session_not_found')
  })

  test('a disabled account is rejected from its next request on and cannot refresh', async () => {
    const { id, email } = await world.account()
    const session = await signIn(world, email)
    await world.asAdmin((tx) =>
      tx.query(`update auth.users set banned_until = $2 where id = $1`, [id, later()]),
    )
    expect((await user(session)).body['error_code']).toBe('user_banned')
    expect((await refresh(session.refreshToken)).body['error_code']).toBe('user_banned')
    await world.asAdmin((tx) => disableAccount(tx, { id, now: world.clock() }))
    expect((await refresh(session.refreshToken)).body['error_code']).toBe('refresh_token_not_found')
  })

  test('signOut with scope others keeps this session; global ends all', async () => {
    const { email } = await world.account()
    const [here, there] = [await signIn(world, email), await signIn(world, email)]
    const others = await world.call({ path: '/logout?scope=others', token: here.accessToken })
    expect(others.status).toBe(204)
    expect((await user(here)).status).toBe(200)
    expect((await user(there)).body['error_code']).toBe('session_not_found')
    const third = await signIn(world, email)
    expect((await world.call({ path: '/logout?scope=local', token: third.accessToken })).status).toBe(204)
    expect((await user(here)).status).toBe(200)
    expect((await world.call({ path: '/logout', token: here.accessToken })).status).toBe(204)
    expect((await user(here)).body['error_code']).toBe('session_not_found')
  })

  test('a password change ends all other sessions and keeps this one', async () => {
    const { email } = await world.account()
    const [here, there] = [await signIn(world, email), await signIn(world, email)]
    const body = { password: 'another long secret', current_password: PASSWORD }
    const changed = await world.call({ method: 'PUT', path: '/user', token: here.accessToken, body })
    expect(changed.status).toBe(200)
    expect((await user(here)).status).toBe(200)
    expect((await user(there)).body['error_code']).toBe('session_not_found')
    await expect(signIn(world, email)).rejects.toThrow('invalid_credentials')
    await signIn(world, email, 'another long secret')
  })

  test('an imported bcrypt hash is accepted once and replaced by argon2id', async () => {
    const { id, email } = await world.account()
    const bcrypt = '$2b$04$CQx7ZtsjMp/hJBZAd8GNtu4e925scgOepHhCMdWtH/kk6.tJRvSre'
    await world.asAdmin((tx) =>
      tx.query('update auth.users set encrypted_password = $2 where id = $1', [id, bcrypt]),
    )
    await expect(signIn(world, email, 'wrong')).rejects.toThrow('invalid_credentials')
    await signIn(world, email, 'correct horse battery')
    const { rows } = await world.asAdmin((tx) =>
      tx.query<{ encrypted_password: string }>('select encrypted_password from auth.users where id = $1', [
        id,
      ]),
    )
    expect(rows[0]?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await signIn(world, email, 'correct horse battery')
  })

  test('every other surface rejects an ended session at once', async () => {
    // The database compares with its own clock, so this fixture's clock must not be advanced.
    const present = await createAuthWorld(world.database)
    const { accessToken } = await signIn(present, (await present.account()).email)
    const credentials = { apikey: world.secrets.anonKey, authorization: `Bearer ${accessToken}` }
    const identity = await authenticate(credentials, present)
    const work = () => asIdentity(world.database, identity, (tx) => tx.query('select auth.uid() as id'))
    expect((await work()).rows).toEqual([{ id: decodeJwt(accessToken).sub }])
    expect((await present.call({ path: '/logout', token: accessToken })).status).toBe(204)
    await expect(work()).rejects.toThrow(SessionEndedError)
  })

  test('only the auth role can read the auth tables', async () => {
    for (const role of ['anon', 'service_role'] as const) {
      const tables = ['users', 'identities', 'sessions', 'one_time_tokens']
      const ofFactors = ['mfa_factors', 'mfa_challenges', 'mfa_recovery_codes']
      for (const table of [...tables, ...ofFactors]) {
        const read = asIdentity(world.database, { role }, (tx) => tx.query(`select * from auth.${table}`))
        await expect(read).rejects.toMatchObject({ sqlState: '42501' })
      }
    }
  })

  function later(): string {
    return new Date(world.clock().getTime() + 60_000).toISOString()
  }
})

function next({ body }: Answer): string {
  return String(body['refresh_token'])
}
