import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { listAuditEntries } from './audit-log.api.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { call, createTeamWorld, manage, type TeamWorld } from './team.fixture.ts'

describeBothDatabases('manage-team', (open) => {
  let world: TeamWorld
  let admin: SupabaseClient
  beforeAll(async () => {
    world = await createTeamWorld(await open())
    admin = await world.member('ada@team.example', 'admin')
  })

  async function findMember(email: string): Promise<Record<string, unknown> | undefined> {
    const { body } = await manage(admin, { action: 'list' })
    if (!Array.isArray(body['members'])) throw new Error('no list')
    return body['members'].find((member) => member.email === email)
  }

  async function listAuditTrail(email: string): Promise<string[]> {
    const id = (await findMember(email))?.['id']
    const { data } = await admin.from('audit_log').select('*').eq('row_id', id).order('id').throwOnError()
    return data.map(({ actor, action, table_name, changes }) =>
      [
        actor === id ? 'self' : actor === null ? 'machine' : 'admin',
        action,
        table_name,
        ...Object.keys(changes).toSorted(),
      ].join(' '),
    )
  }

  test('an invitation is mailed and accepted once, and the account gets its role', async () => {
    const email = 'ben@team.example'
    const sent = {
      action: 'invite',
      email: ' Ben@Team.example',
      role: 'manager',
      firstName: 'Ben',
      lastName: 'Ito',
    }
    expect((await manage(admin, sent)).body).toMatchObject({ success: true, mailed: true })
    expect(await findMember(email)).toMatchObject({
      role: 'manager',
      firstName: 'Ben',
      lastName: 'Ito',
      confirmed: false,
      lastSignInAt: null,
      invitation: { sentAt: expect.any(String), expiresAt: expect.any(String) },
    })
    const first = world.mailedToken(email)
    world.advance(60)
    expect((await manage(admin, { action: 'resend-invitation', email })).body).toMatchObject({ mailed: true })
    const second = world.mailedToken(email)
    const ben = world.anybody()
    const redeem = (token: string) => ben.auth.verifyOtp({ type: 'invite', token_hash: token })
    expect((await redeem(first)).error?.code).toBe('otp_expired')
    expect((await redeem(second)).error).toBeNull()
    expect((await ben.auth.updateUser({ password: 'the secret of ben' })).error).toBeNull()
    expect((await redeem(second)).error?.code).toBe('otp_expired')
    const again = await world.signIn(email, 'the secret of ben')
    expect((await again.from('crm_contacts').select('id')).error).toBeNull()
    expect(await findMember(email)).toMatchObject({ confirmed: true, sessions: 2, invitation: null })

    for (const action of ['resend-invitation', 'withdraw-invitation']) {
      expect(await refusal(admin, { action, email })).toEqual([
        409,
        `There is no open invitation for ${email}: it was accepted or withdrawn.`,
      ])
    }
    expect(await refusal(admin, { action: 'invite', email, role: 'admin' })).toEqual([
      409,
      `There is an account with the address ${email} already.`,
    ])
    expect(await listAuditTrail(email)).toEqual([
      'admin update users invited_at',
      'admin insert profiles email first_name id last_name meeting_room role',
      'admin update users invited_at',
      'self insert sessions ip method user_agent',
      'self insert sessions ip method user_agent',
    ])
  })

  test('an invitation ends after seven days or by withdrawal, never through a stranger', async () => {
    const email = 'cy@team.example'
    await manage(admin, { action: 'invite', email, role: 'manager' })
    const stranger = world.anybody()
    await stranger.auth.resend({ type: 'signup', email })
    await stranger.auth.signUp({ email, password: 'the password of a stranger' })
    const token = world.mailedToken(email)
    world.advance(7 * 86_400 + 1)
    const late = await stranger.auth.verifyOtp({ type: 'invite', token_hash: token })
    expect(late.error?.code).toBe('otp_expired')
    world.advance(-7 * 86_400 - 1)
    expect((await manage(admin, { action: 'withdraw-invitation', email })).status).toBe(200)
    expect(await findMember(email)).toBeUndefined()
    const gone = await stranger.auth.verifyOtp({ type: 'invite', token_hash: token })
    expect(gone.error?.code).toBe('otp_expired')
    expect(await refusal(admin, { action: 'invite', email: 'nobody', role: 'manager' })).toEqual([
      400,
      'Please enter a valid email address.',
    ])
  })

  test('an invitation remains valid when its mail fails, and the response reports the failure', async () => {
    const email = 'dee@team.example'
    world.failMail(true)
    expect((await manage(admin, { action: 'invite', email, role: 'manager' })).body).toMatchObject({
      success: true,
      mailed: false,
    })
    world.failMail(false)
    expect((await manage(admin, { action: 'invite', email, role: 'admin' })).body).toMatchObject({
      mailed: true,
    })
    expect(await findMember(email)).toMatchObject({ role: 'admin' })
    await manage(admin, { action: 'withdraw-invitation', email })
  })

  test('the audit log shows the names of clients', async () => {
    const email = 'carl@team.example'
    await world.member(email, 'client')
    const { rows, names } = await listAuditEntries(
      admin,
      { actor: null, tables: ['sessions'], since: null },
      0,
    )
    const entry = rows.find(({ actor }) => names.get(actor ?? '') === email)
    expect(entry).toMatchObject({ action: 'insert', table_name: 'sessions' })
  })

  test('manage-team is for admins with their second factor only', async () => {
    const manager = await world.member('mia@team.example', 'manager')
    const client = await world.member('cleo@team.example', 'client')
    for (const caller of [manager, client]) {
      expect(await refusal(caller, { action: 'list' })).toEqual([403, 'Only admins may manage the team.'])
    }
    const second = await world.member('eve@team.example', 'admin')
    await world.enrol(second)
    expect((await manage(second, { action: 'list' })).status).toBe(200)
    const halfway = await world.signIn('eve@team.example')
    expect((await manage(halfway, { action: 'list' })).status).toBe(403)
    expect((await halfway.from('profiles').select('id')).data).toEqual([])
    expect((await call(halfway, 'own-account', { action: 'sessions' })).status).toBe(403)
    expect(
      await refusal(second, {
        action: 'create',
        email: 'x@team.example',
        role: 'admin',
        password: 'x'.repeat(8),
      }),
    ).toEqual([403, 'Accounts are created from the machine itself.'])
    expect(
      (await manage(admin, { action: 'change-role', email: 'eve@team.example', role: 'client' })).status,
    ).toBe(200)
    expect((await manage(second, { action: 'list' })).status).toBe(403)
  })

  test('the last admin cannot lose the role or the account', async () => {
    const email = 'ada@team.example'
    expect(await refusal(admin, { action: 'change-role', email, role: 'manager' })).toEqual([
      409,
      'The last admin cannot be demoted or removed.',
    ])
    expect(await refusal(admin, { action: 'disable', email })).toEqual([
      409,
      'The last admin cannot be disabled.',
    ])
  })

  test('an admin with an open invitation does not count as another admin', async () => {
    const invited = 'never@team.example'
    await manage(admin, { action: 'invite', email: invited, role: 'admin' })
    const email = 'ada@team.example'
    expect(await refusal(admin, { action: 'change-role', email, role: 'manager' })).toEqual([
      409,
      'The last admin cannot be demoted or removed.',
    ])
    expect(await refusal(admin, { action: 'disable', email })).toEqual([
      409,
      'The last admin cannot be disabled.',
    ])
    expect((await manage(admin, { action: 'withdraw-invitation', email: invited })).status).toBe(200)
  })

  test('an unconfirmed account gets no role', async () => {
    const email = 'hal@team.example'
    await world.anybody().auth.signUp({ email, password: 'the password of a stranger' })
    expect(await refusal(admin, { action: 'change-role', email, role: 'manager' })).toEqual([
      409,
      'Nobody has confirmed the address of this account.',
    ])
    expect(await findMember(email)).toMatchObject({ role: 'client', confirmed: false })
  })

  test('an invitation takes over an account that a stranger opened with the address', async () => {
    const email = 'ida@team.example'
    const stranger = world.anybody()
    await stranger.auth.signUp({ email, password: 'the password of a stranger' })
    await world.settled()
    const strangers = world.mailedToken(email)
    expect((await manage(admin, { action: 'invite', email, role: 'manager' })).body).toMatchObject({
      mailed: true,
    })
    expect((await stranger.auth.verifyOtp({ type: 'signup', token_hash: strangers })).error?.code).toBe(
      'otp_expired',
    )
    world.advance(61)
    await stranger.auth.signUp({ email, password: 'the password of a stranger' })
    await world.settled()
    const ida = world.anybody()
    const accepted = await ida.auth.verifyOtp({ type: 'invite', token_hash: world.mailedToken(email) })
    expect(accepted.error).toBeNull()
    await expect(world.signIn(email, 'the password of a stranger')).rejects.toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await ida.auth.updateUser({ password: 'the secret of ida' })).error).toBeNull()
    await world.signIn(email, 'the secret of ida')
    expect(await findMember(email)).toMatchObject({ role: 'manager', confirmed: true })
  })

  test('an account can be disabled, enabled, signed out everywhere and freed of a lost authenticator', async () => {
    const email = 'fin@team.example'
    const fin = await world.member(email, 'manager')
    await world.enrol(fin)
    expect(await findMember(email)).toMatchObject({ twoFactor: true, sessions: 1, disabled: false })
    expect((await manage(admin, { action: 'sessions', email })).body).toEqual({
      sessions: [
        {
          id: expect.any(String),
          createdAt: expect.any(String),
          refreshedAt: expect.any(String),
          address: '192.0.2.1',
          userAgent: null,
          proved: true,
        },
      ],
    })
    expect((await manage(admin, { action: 'reset-mfa', email })).body).toMatchObject({ removed: true })
    expect((await fin.from('crm_contacts').select('id')).error?.message).toMatch(/session has ended/)
    const alone = await world.signIn(email)
    expect((await alone.from('profiles').select('id')).data).not.toEqual([])
    expect((await manage(admin, { action: 'end-sessions', email })).status).toBe(200)
    expect((await alone.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await manage(admin, { action: 'disable', email })).status).toBe(200)
    await expect(world.signIn(email)).rejects.toMatchObject({ code: 'user_banned' })
    expect((await manage(admin, { action: 'enable', email })).status).toBe(200)
    await world.signIn(email)
    expect((await listAuditTrail(email)).slice(1)).toEqual([
      'self insert sessions ip method user_agent',
      'self insert mfa_factors factor_type',
      'admin delete mfa_factors factor_type',
      'admin delete sessions ip user_agent',
      'self insert sessions ip method user_agent',
      'admin delete sessions ip user_agent',
      'admin update users banned_until',
      'admin update users banned_until',
      'self insert sessions ip method user_agent',
    ])
  })

  test('own-account lists the caller’s devices and signs one of them out', async () => {
    const email = 'gil@team.example'
    const here = await world.member(email, 'manager')
    const there = await world.signIn(email)
    const { body } = await call(here, 'own-account', { action: 'sessions' })
    const sessions = body['sessions']
    if (!Array.isArray(sessions)) throw new Error('no list')
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions).toHaveLength(2)
    const { id } = sessions.find(({ current }) => !current)
    const foreign = await call(admin, 'own-account', { action: 'end-session', sessionId: id })
    expect(foreign.status).toBe(404)
    expect((await call(here, 'own-account', { action: 'end-session', sessionId: id })).status).toBe(200)
    expect((await there.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await here.auth.getUser()).error).toBeNull()
    const again = await call(here, 'own-account', { action: 'end-session', sessionId: id })
    expect([again.status, again.body['error']]).toEqual([404, 'This device was signed out already.'])
    const password = { password: 'another long secret', current_password: 'a long enough secret' }
    expect((await here.auth.updateUser(password)).error).toBeNull()
    expect((await listAuditTrail(email)).at(-1)).toBe('self update users password')
  })
})

async function refusal(client: SupabaseClient, wanted: object): Promise<unknown[]> {
  const { status, body } = await manage(client, wanted)
  return [status, body['error']]
}
