import { beforeAll, expect, test } from 'vitest'
import { type Passwords, createPasswords } from './hash-password.ts'
import { consumeRateLimit } from '../http/rate-limit.ts'
import { MailError, type MailProvider } from '../../server/mail/mail-provider.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { type Answer, type AuthWorld, PASSWORD, createAuthWorld, signIn } from './auth.fixture.ts'

const SIGN_IN = '/token?grant_type=password'

describeBothDatabases('auth against abuse', (open) => {
  const passwords = createPasswords()
  let world: AuthWorld
  let calls = 0
  beforeAll(async () => {
    world = await createAuthWorld(await open(), { passwords })
  })

  const newAddress = (): string => {
    calls += 1
    return `203.0.${Math.floor(calls / 250)}.${(calls % 250) + 1}`
  }
  const attempt = (email: string, password: string, address = newAddress()): Promise<Answer> =>
    world.call({ path: SIGN_IN, address, body: { email, password } })

  test('sign-up answers alike for a new, a known and an unconfirmed address', async () => {
    const { email } = await world.account()
    const { email: unconfirmed } = await world.account({ confirmed: false })
    const answers = []
    for (const address of ['fresh@example.com', email, unconfirmed]) {
      const body = { email: address, password: PASSWORD, data: { first_name: 'Ann' } }
      const answer = await world.call({ path: '/signup', address: newAddress(), body })
      answers.push({ status: answer.status, headers: [...answer.headers], body: withoutPerson(answer) })
    }
    expect(answers[0]?.status).toBe(200)
    expect(answers[0]?.body).toMatchObject({ identities: [], role: '' })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('sign-up with a known address mails its owner and leaves the account unchanged', async () => {
    const { email } = await world.account()
    await world.call({
      path: '/signup',
      address: newAddress(),
      body: { email, password: 'the password of a stranger' },
    })
    await world.settled()
    expect(world.letters.findLast(({ to }) => to === email)?.subject).toBe('You already have an account')
    expect((await attempt(email, 'the password of a stranger')).status).toBe(400)
    expect((await attempt(email, PASSWORD)).status).toBe(200)
  })

  test('sign-up cannot take over an account that staff created without a password', async () => {
    const { email } = await world.account({ password: null, confirmed: false })
    const body = { email, password: 'the password of a stranger' }
    expect((await world.call({ path: '/signup', address: newAddress(), body })).status).toBe(200)
    await world.settled()
    expect(world.letters.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
      'You already have an account',
    ])
    await world.call({ path: '/recover', address: newAddress(), body: { email } })
    const link = { type: 'recovery', token_hash: await world.mailedToken(email) }
    const { body: session } = await world.call({ path: '/verify', address: newAddress(), body: link })
    const chosen = await world.call({
      method: 'PUT',
      path: '/user',
      token: String(session['access_token']),
      body: { password: PASSWORD },
    })
    expect(chosen.status).toBe(200)
    expect((await attempt(email, 'the password of a stranger')).status).toBe(400)
    expect((await attempt(email, PASSWORD)).status).toBe(200)
  })

  test('an earlier confirmation mail does not confirm a password a stranger registered later', async () => {
    const email = 'hijack@example.com'
    const register = (password: string) =>
      world.call({ path: '/signup', address: newAddress(), body: { email, password } })
    await register(PASSWORD)
    const owners = await world.mailedToken(email)
    await register('the password of a stranger')
    await world.call({ path: '/verify', address: newAddress(), body: { type: 'signup', token_hash: owners } })
    expect((await attempt(email, 'the password of a stranger')).status).toBe(400)
    expect((await attempt(email, PASSWORD)).status).toBe(200)
  })

  const register = (email: string, password: string) =>
    world.call({ path: '/signup', address: newAddress(), body: { email, password } })
  const redeem = (type: string, token_hash: string) =>
    world.call({ path: '/verify', address: newAddress(), body: { type, token_hash } })
  const signInAnswers = async (email: string, ...passwords: string[]) =>
    Promise.all(passwords.map(async (password) => (await attempt(email, password)).status))

  test('each confirmation link confirms the password of the sign-up it was sent for, despite later ones', async () => {
    const email = 'both@example.com'
    await register(email, PASSWORD)
    const owners = await world.mailedToken(email)
    world.advance(61)
    await register(email, 'the password of a stranger')
    const strangers = await world.mailedToken(email)
    expect(world.letters.findLast(({ to }) => to === email)?.text).toContain(
      'Another sign-up with this address',
    )
    expect((await redeem('signup', owners)).status).toBe(200)
    expect((await redeem('signup', strangers)).status).toBe(403)
    expect(await signInAnswers(email, PASSWORD, 'the password of a stranger')).toEqual([200, 400])
  })

  test('a resent confirmation confirms the password of a single sign-up, and none if several are pending', async () => {
    const [alone, contested] = ['alone@example.com', 'contested@example.com']
    for (const email of [alone, contested]) await register(email, PASSWORD)
    world.advance(61)
    await register(contested, 'the password of a stranger')
    for (const email of [alone, contested]) {
      const body = { type: 'signup', email }
      await world.call({ path: '/resend', address: newAddress(), body })
      world.advance(61)
      await world.call({ path: '/resend', address: newAddress(), body })
      expect((await redeem('signup', await world.mailedToken(email))).status).toBe(200)
    }
    expect(await signInAnswers(alone, PASSWORD)).toEqual([200])
    expect(await signInAnswers(contested, PASSWORD, 'the password of a stranger')).toEqual([400, 400])
  })

  test('an account keeps at most five pending sign-ups and one link without a password', async () => {
    const email = 'often@example.com'
    for (let times = 0; times < 8; times += 1) {
      await register(email, `the password of stranger ${times}`)
      world.advance(61)
    }
    const { rows } = await world.asAdmin((tx) =>
      tx.query<{ passwords: number; all: number }>(
        `select count(encrypted_password)::int as passwords, count(*)::int as all from auth.sign_ups
         where user_id = (select id from auth.users where email = $1)`,
        [email],
      ),
    )
    expect(rows[0]).toEqual({ passwords: 5, all: 6 })
    expect((await redeem('signup', await world.mailedToken(email))).status).toBe(200)
    expect(await signInAnswers(email, 'the password of stranger 0', 'the password of stranger 7')).toEqual([
      400, 400,
    ])
  })

  test('a recovery link for an unconfirmed account removes the password a stranger set', async () => {
    const email = 'recovering@example.com'
    await register(email, 'the password of a stranger')
    const strangers = await world.mailedToken(email)
    await world.call({ path: '/recover', address: newAddress(), body: { email } })
    const { body: session } = await redeem('recovery', await world.mailedToken(email))
    expect(await signInAnswers(email, 'the password of a stranger')).toEqual([400])
    expect((await redeem('signup', strangers)).status).toBe(403)
    const token = String(session['access_token'])
    const chosen = await world.call({ method: 'PUT', path: '/user', token, body: { password: PASSWORD } })
    expect(chosen.status).toBe(200)
    expect(await signInAnswers(email, PASSWORD)).toEqual([200])
  })

  test('an email change answers alike for free and taken addresses, and mails the owner of a taken one', async () => {
    const { email: taken } = await world.account()
    const { email: asking } = await world.account()
    const { accessToken: token } = await signIn(world, asking)
    const ask = (email: string) =>
      world.call({ method: 'PUT', path: '/user', token, address: newAddress(), body: { email } })
    for (const pause of [0, 0, 61]) {
      world.advance(pause)
      const free = withoutAddress(await ask('free@example.com'), 'free@example.com')
      expect(withoutAddress(await ask(taken), taken)).toBe(free)
    }
    await world.call({
      path: '/resend',
      address: newAddress(),
      body: { type: 'email_change', email: asking },
    })
    await world.settled()
    const told = world.letters.filter(({ to }) => to === taken)
    expect(told.map(({ subject }) => subject)).toEqual(Array(3).fill('You already have an account'))
    expect(told.map(({ text }) => text).join()).not.toContain('token_hash')
  })

  test('an address of an unconfirmed sign-up goes to the user who confirms an email change', async () => {
    const { email, id } = await world.account()
    await register('squatted@example.com', 'the password of a stranger')
    const { accessToken: token } = await signIn(world, email)
    const body = { email: 'squatted@example.com' }
    expect((await world.call({ method: 'PUT', path: '/user', token, body })).status).toBe(200)
    for (const to of [email, 'squatted@example.com'])
      expect((await redeem('email_change', await world.mailedToken(to))).status).toBe(200)
    const { body: user } = await world.call({ method: 'GET', path: '/user', token })
    expect(user).toMatchObject({ id, email: 'squatted@example.com' })
    expect(await signInAnswers('squatted@example.com', 'the password of a stranger', PASSWORD)).toEqual([
      400, 200,
    ])
  })

  test('sign-up allows thirty a day per sender and five hundred in total', async () => {
    const signUp = (number: number, address: string) =>
      world.call({
        path: '/signup',
        address,
        body: { email: `bulk-${number}@example.com`, password: PASSWORD },
      })
    const sender = newAddress()
    for (let number = 0; number < 30; number += 1) expect((await signUp(number, sender)).status).toBe(200)
    world.advance(301)
    const refused = await signUp(30, sender)
    expect([refused.status, refused.body['error_code']]).toEqual([429, 'over_request_rate_limit'])
    expect((await signUp(30, newAddress())).status).toBe(200)
    await world.asAdmin(async (tx) => {
      const limit = { key: 'auth:signups', capacity: 500, perSeconds: 86_400, now: world.clock() }
      while ((await consumeRateLimit(tx, limit)) === 0);
    })
    expect((await signUp(31, newAddress())).status).toBe(429)
    world.advance(86_400)
    expect((await signUp(31, sender)).status).toBe(200)
  })

  test('mails of one kind are limited to twenty a day per address and fifty per sender', async () => {
    const { email } = await world.account()
    const recover = (to: string, address: string) =>
      world.call({ path: '/recover', address, body: { email: to } })
    for (let times = 0; times < 20; times += 1) {
      expect((await recover(email, newAddress())).status).toBe(200)
      world.advance(61)
    }
    const refused = await recover(email, newAddress())
    expect([refused.status, refused.body['error_code']]).toEqual([429, 'over_email_send_rate_limit'])
    const sender = newAddress()
    for (let times = 0; times < 50; times += 1) {
      if (times === 25) world.advance(301)
      expect((await recover(`person-${times}@example.com`, sender)).status).toBe(200)
    }
    world.advance(301)
    expect((await recover('one-more@example.com', sender)).status).toBe(429)
    expect((await recover('one-more@example.com', newAddress())).status).toBe(200)
  })

  test('a session allows sixty refreshes in five minutes', async () => {
    const { refreshToken } = await signIn(world, (await world.account()).email)
    const refresh = (token: string) =>
      world.call({
        path: '/token?grant_type=refresh_token',
        address: newAddress(),
        body: { refresh_token: token },
      })
    let token = refreshToken
    for (let times = 0; times < 60; times += 1) token = String((await refresh(token)).body['refresh_token'])
    expect((await refresh(token)).status).toBe(429)
    world.advance(301)
    expect((await refresh(token)).status).toBe(200)
  })

  test('sign-in and recovery answer alike for known and unknown addresses, also past their limits', async () => {
    const { email } = await world.account()
    for (const path of [SIGN_IN, '/recover', '/recover', '/resend', '/resend']) {
      const [known, unknown] = await Promise.all(
        [email, 'unknown@example.com'].map((address) =>
          world.call({
            path,
            address: newAddress(),
            body: { email: address, password: 'wrong', type: 'signup' },
          }),
        ),
      )
      expect(comparable(known)).toEqual(comparable(unknown))
    }
  })

  test('sign-in checks a password for unknown addresses as for known ones, so that the time reveals nothing', async () => {
    const { email } = await world.account()
    const addresses = [email, 'stranger@example.com']
    // No slot is free: a 503 proves that the request needed one.
    const stop = occupy(passwords)
    const refused = await Promise.all(addresses.map((address) => attempt(address, 'wrong')))
    await stop()
    const answers = await Promise.all(addresses.map((address) => attempt(address, 'wrong')))
    expect([refused, answers].map((pair) => pair.map(({ status }) => status))).toEqual([
      [503, 503],
      [400, 400],
    ])
  })

  test('sign-in allows ten wrong passwords, then one every 90 seconds, and accepts the right one in between', async () => {
    const { email } = await world.account()
    for (let guess = 0; guess < 10; guess += 1)
      expect((await attempt(email, `guess ${guess}`)).status).toBe(400)
    const refused = await attempt(email, PASSWORD)
    expect([refused.status, refused.body['error_code']]).toEqual([429, 'over_request_rate_limit'])
    expect(refused.headers.get('retry-after')).toBe('90')
    world.advance(91)
    expect((await attempt(email, PASSWORD)).status).toBe(200)
  })

  test('a hundred parallel sign-ins from a hundred addresses get ten password checks', async () => {
    const { email } = await world.account()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, guess) => attempt(email, `guess ${guess}`)),
    )
    const looked = answers.filter(({ status }) => status === 400)
    // Overload errors are fine; an eleventh password check is not.
    expect(looked.length).toBeLessThanOrEqual(10)
    expect(answers.every(({ status }) => [400, 429, 503].includes(status))).toBe(true)
  })

  test('two instances count wrong passwords together', async () => {
    const { email } = await world.account()
    const other = await createAuthWorld(world.database)
    other.advance(Math.round((world.clock().getTime() - other.clock().getTime()) / 1000))
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess += 1) {
      const copy = guess % 2 === 0 ? world : other
      const body = { email, password: `guess ${guess}` }
      statuses.push((await copy.call({ path: SIGN_IN, address: newAddress(), body })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  test('opening a mailed link does not use it up for the person who follows', async () => {
    const { email } = await world.account()
    await world.call({ path: '/recover', address: newAddress(), body: { email } })
    const link = { type: 'recovery', token_hash: await world.mailedToken(email) }
    for (const method of ['HEAD', 'GET', 'GET']) {
      const opened = await world.raw(`/auth/v1/verify?${new URLSearchParams(link).toString()}`, { method })
      expect(opened.status).toBe(303)
      // The page gets the token to redeem, but no session.
      expect(opened.headers.get('location')).toContain(link.token_hash)
      expect(opened.headers.get('location')).not.toMatch(/access_token/)
    }
    const used = () => world.call({ path: '/verify', address: newAddress(), body: link })
    expect((await used()).body).toHaveProperty('access_token')
    expect((await used()).status).toBe(403)
  })

  test('sign-in with the right password does not count against the limit', async () => {
    const { email } = await world.account()
    for (let times = 0; times < 25; times += 1) expect((await attempt(email, PASSWORD)).status).toBe(200)
  })

  test.each([
    { home: '192.0.2.77', later: '192.0.2.77' },
    // Devices rotate their IPv6 address within their network daily.
    { home: '2001:db8:2:1::1', later: '2001:db8:2:1:ffff::2' },
  ])('strangers cannot lock a user out of a familiar address: $home', async (place) => {
    const { email } = await world.account()
    expect((await attempt(email, PASSWORD, place.home)).status).toBe(200)
    for (let guess = 0; guess < 12; guess += 1) await attempt(email, `guess ${guess}`)
    expect((await attempt(email, PASSWORD)).status).toBe(429)
    expect((await attempt(email, PASSWORD, place.later)).status).toBe(200)
  })

  test('wrong passwords are limited for a stolen session that changes the password', async () => {
    const { email } = await world.account()
    const { accessToken } = await signIn(world, email)
    const statuses = []
    for (let guess = 0; guess < 11; guess += 1) {
      const body = { password: 'a new long secret', current_password: `guess ${guess}` }
      statuses.push((await world.call({ method: 'PUT', path: '/user', token: accessToken, body })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  test.each([
    { path: SIGN_IN, allowed: 150, answer: 400 },
    { path: '/signup', allowed: 30, answer: 422 },
    { path: '/recover', allowed: 30, answer: 400 },
    { path: '/resend', allowed: 30, answer: 400 },
    { path: '/verify', allowed: 30, answer: 400 },
    { path: '/factors/recovery-codes/verify', allowed: 60, answer: 401 },
  ])('$path allows $allowed requests per address in five minutes', async ({ path, allowed, answer }) => {
    const address = newAddress()
    const request = () => world.call({ path, address, body: {} })
    for (let times = 0; times < allowed; times += 1) expect((await request()).status).toBe(answer)
    const refused = await request()
    expect([refused.status, refused.body['error_code']]).toEqual([429, 'over_request_rate_limit'])
    expect((await world.call({ path, address: newAddress(), body: {} })).status).toBe(answer)
    world.advance(301)
    expect((await request()).status).toBe(answer)
  })

  test('repeated recovery requests do not flood a mailbox', async () => {
    const { accessToken: token } = await signIn(world, (await world.account()).email)
    const ask = (email: string) =>
      world.call({ method: 'PUT', path: '/user', token, address: newAddress(), body: { email } })
    expect((await ask('victim@example.com')).status).toBe(200)
    const again = await ask('victim@example.com')
    expect([again.status, again.body['error_code']]).toEqual([429, 'over_email_send_rate_limit'])
    expect((await ask('typing-error@example.com')).status).toBe(200)
    await world.settled()
    expect(world.letters.filter(({ to }) => to === 'victim@example.com')).toHaveLength(1)
    world.advance(61)
    expect((await ask('victim@example.com')).status).toBe(200)
  })

  test('the addresses of one IPv6 network count as one sender', async () => {
    const path = '/recover'
    for (let host = 1; host <= 30; host += 1) {
      expect((await world.call({ path, address: `2001:db8:1:1::${host}`, body: {} })).status).toBe(400)
    }
    const last = '2001:db8:1:1:ffff:ffff:ffff:ffff'
    expect((await world.call({ path, address: last, body: {} })).status).toBe(429)
    expect((await world.call({ path, address: '2001:db8:1:2::1', body: {} })).status).toBe(400)
  })

  test('a flood of sign-ins gets 503 with Retry-After and keeps sessions alive', async () => {
    const stop = occupy(passwords)
    const flood = await Promise.all(
      Array.from({ length: 20 }, (_, i) => attempt(`flood-${i}@example.com`, 'wrong')),
    )
    await stop()
    expect(flood.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      flood.map(() => [503, '1']),
    )
    expect((await attempt('flood-0@example.com', 'wrong')).status).toBe(400)
  })
})

describeBothDatabases('auth when no mail leaves', (open) => {
  test('sign-up and recovery answer the same while mail is down, and the token stays unknown', async () => {
    const broken: MailProvider = {
      simulated: true,
      send: () => Promise.reject(new MailError('away')),
    }
    const world = await createAuthWorld(await open(), { mail: broken })
    const { email } = await world.account()
    const signedUp = await world.call({
      path: '/signup',
      body: { email: 'new@example.com', password: PASSWORD },
    })
    const recovered = await world.call({ path: '/recover', body: { email } })
    await world.settled()
    expect(signedUp.status).toBe(200)
    expect([recovered.status, recovered.body]).toEqual([200, {}])
  })
})

function comparable(answer: Answer | undefined) {
  return { ...answer, headers: [...(answer?.headers ?? [])] }
}

function withoutAddress({ status, headers, body }: Answer, email: string): string {
  return JSON.stringify([status, [...headers], body]).replaceAll(email, 'X')
}

/** The response without what must differ: id, email and timestamps. */
function withoutPerson({ body }: Answer): Record<string, unknown> {
  const { id, email, ...rest } = body
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(email).toMatch(/@example\.com$/)
  return rest
}

/** Fills all slots (two running, 64 queued) until the returned function is called. */
function occupy(passwords: Passwords): () => Promise<void> {
  const end = new AbortController()
  const taken = Array.from({ length: 2 + 64 }, async () => {
    while (!end.signal.aborted) await passwords.verify(null, 'wrong')
  })
  return async () => {
    end.abort()
    await Promise.all(taken)
  }
}
