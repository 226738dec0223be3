import type { AuthChangeEvent, SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test, vi } from 'vitest'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { type AuthWorld, PASSWORD, createAuthWorld } from './auth.fixture.ts'

describeBothDatabases('auth through supabase-js', (open) => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld(await open())
  })

  test('supabase-js signs up, confirms, signs in, refreshes, updates and signs out with the matching events', async () => {
    const client = world.client()
    const events = recordEvents(client)
    const email = 'ann@example.com'
    const options = { data: { first_name: 'Ann' } }

    const signedUp = await client.auth.signUp({ email: 'Ann@Example.com', password: PASSWORD, options })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session).toBeNull()
    expect(signedUp.data.user).toMatchObject({ email, user_metadata: options.data })
    const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(early.error?.code).toBe('email_not_confirmed')

    const token = await world.mailedToken(email)
    const confirmed = await client.auth.verifyOtp({ token_hash: token, type: 'signup' })
    expect(confirmed.error).toBeNull()
    expect(confirmed.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(confirmed.data.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
    expect((await client.auth.verifyOtp({ token_hash: token, type: 'signup' })).error?.code).toBe(
      'otp_expired',
    )

    const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(signedIn.error).toBeNull()
    expect((await client.auth.getUser()).data.user?.identities?.[0]).toMatchObject({
      provider: 'email',
      email,
    })

    const refreshed = await client.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token)

    const updated = await client.auth.updateUser({ data: { last_name: 'Lee' } })
    expect(updated.data.user?.user_metadata).toEqual({ first_name: 'Ann', last_name: 'Lee' })

    expect((await client.auth.signOut()).error).toBeNull()
    await vi.waitFor(
      () =>
        expect(events).toEqual([
          'INITIAL_SESSION',
          'SIGNED_IN',
          'SIGNED_IN',
          'TOKEN_REFRESHED',
          'USER_UPDATED',
          'SIGNED_OUT',
        ]),
      10_000,
    )
  })

  test('signOut ends the other sessions, then all of them', async () => {
    const { email } = await world.account()
    const [here, there] = [world.client(), world.client()]
    for (const client of [here, there]) await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await here.auth.getUser()).error).toBeNull()
    expect((await there.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await there.auth.getSession()).data.session).toBeNull()
    expect((await here.auth.signOut({ scope: 'global' })).error).toBeNull()
    expect((await here.auth.getSession()).data.session).toBeNull()
  })

  test('a recovery link signs in once and allows a new password without the old one', async () => {
    const { email } = await world.account()
    const client = world.client()
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
    const token = await world.mailedToken(email)

    const events = recordEvents(client)
    const recovered = await client.auth.verifyOtp({ token_hash: token, type: 'recovery' })
    expect(recovered.error).toBeNull()
    await vi.waitFor(() => expect(events).toContain('PASSWORD_RECOVERY'), 10_000)
    expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe('same_password')
    expect((await client.auth.updateUser({ password: 'a brand new secret' })).error).toBeNull()

    const again = world.client()
    expect((await again.auth.verifyOtp({ token_hash: token, type: 'recovery' })).error?.code).toBe(
      'otp_expired',
    )
    const old = await again.auth.signInWithPassword({ email, password: PASSWORD })
    expect(old.error?.code).toBe('invalid_credentials')
    const current = await again.auth.signInWithPassword({ email, password: 'a brand new secret' })
    expect(current.error).toBeNull()
    await world.settled()
    expect(world.letters.findLast(({ to }) => to === email)?.subject).toBe('Your password was changed')
  })

  test('a recovery allows a new password for 15 minutes, then requires the old one', async () => {
    const { email } = await world.account()
    const client = world.client()
    await client.auth.resetPasswordForEmail(email)
    await client.auth.verifyOtp({ token_hash: await world.mailedToken(email), type: 'recovery' })
    world.advance(16 * 60)
    const late = await client.auth.updateUser({ password: 'a brand new secret' })
    expect(late.error?.code).toBe('current_password_required')
    const known = await client.auth.updateUser({ password: 'a brand new secret', current_password: PASSWORD })
    expect(known.error).toBeNull()
  })

  test('a recovery link works for ten minutes, and only the newest one', async () => {
    const { email } = await world.account()
    const client = world.client()
    await client.auth.resetPasswordForEmail(email)
    const first = await world.mailedToken(email)
    world.advance(61)
    await client.auth.resetPasswordForEmail(email)
    const second = await world.mailedToken(email)
    const outdated = await client.auth.verifyOtp({ token_hash: first, type: 'recovery' })
    expect(outdated.error).toMatchObject({ code: 'otp_expired', status: 403 })
    world.advance(601)
    const expired = await client.auth.verifyOtp({ token_hash: second, type: 'recovery' })
    expect(expired.error?.message).toBe(outdated.error?.message)
  })

  test('verifyOtp accepts a token with its own email and rejects another email', async () => {
    const email = 'token@example.com'
    const client = world.client()
    await client.auth.signUp({ email, password: PASSWORD })
    const token = await world.mailedToken(email)
    const wrong = await client.auth.verifyOtp({ email: 'other@example.com', token, type: 'email' })
    expect(wrong.error?.code).toBe('otp_expired')
    expect((await client.auth.verifyOtp({ email, token, type: 'email' })).data.session).not.toBeNull()
  })

  test('resend sends a confirmation again after a minute', async () => {
    const email = 'again@example.com'
    const client = world.client()
    await client.auth.signUp({ email, password: PASSWORD })
    const first = await world.mailedToken(email)
    expect((await client.auth.resend({ type: 'signup', email })).error?.code).toBe(
      'over_email_send_rate_limit',
    )
    world.advance(61)
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = await world.mailedToken(email)
    expect((await client.auth.verifyOtp({ token_hash: first, type: 'signup' })).error?.code).toBe(
      'otp_expired',
    )
    expect((await client.auth.verifyOtp({ token_hash: second, type: 'signup' })).error).toBeNull()
  })

  test('an email change takes effect after both addresses confirm', async () => {
    const { email } = await world.account()
    const client = world.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    const asked = await client.auth.updateUser({ email: 'New.Address@example.com' })
    expect(asked.data.user).toMatchObject({ email, new_email: 'new.address@example.com' })
    const tokens = [await world.mailedToken(email), await world.mailedToken('new.address@example.com')]

    const half = await client.auth.verifyOtp({ token_hash: tokens[0] ?? '', type: 'email_change' })
    expect(half.error).toBeNull()
    expect(half.data.session).toBeNull()
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    const whole = await client.auth.verifyOtp({ token_hash: tokens[1] ?? '', type: 'email_change' })
    expect(whole.data.user).toMatchObject({ email: 'new.address@example.com' })
    expect(whole.data.user).not.toHaveProperty('new_email')
    const signedIn = await client.auth.signInWithPassword({
      email: 'new.address@example.com',
      password: PASSWORD,
    })
    expect(signedIn.error).toBeNull()
  })

  test("wrong credentials, a weak password and a rate limit arrive as the client's errors", async () => {
    const { email } = await world.account()
    const client = world.client()
    const wrong = await client.auth.signInWithPassword({ email, password: 'wrong' })
    expect(wrong.error).toMatchObject({ name: 'AuthApiError', status: 400, code: 'invalid_credentials' })
    const weak = await client.auth.signUp({ email: 'weak@example.com', password: 'password' })
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] })
  })
})

function recordEvents(client: SupabaseClient): AuthChangeEvent[] {
  const events: AuthChangeEvent[] = []
  client.auth.onAuthStateChange((event) => {
    events.push(event)
  })
  return events
}
