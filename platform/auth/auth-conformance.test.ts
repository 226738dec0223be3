import { beforeAll, describe, expect, test } from 'vitest'
import { disableAccount } from './accounts.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { type Row, type Scene, conformance } from './auth-conformance.table.ts'
import { type Answer, type AuthWorld, createAuthWorld, signIn } from './auth.fixture.ts'

interface Shape {
  shape: string
  headers: Record<string, string>
  echo: string | null
}

const shapes: Shape[] = [
  { shape: 'without a version', headers: {}, echo: null },
  { shape: 'with an older version', headers: { 'x-supabase-api-version': '2023-12-31' }, echo: null },
  { shape: 'with a version that is no date', headers: { 'x-supabase-api-version': 'latest' }, echo: null },
  {
    shape: 'with the version of 2024',
    headers: { 'x-supabase-api-version': '2024-01-01' },
    echo: '2024-01-01',
  },
  { shape: 'with a later version', headers: { 'x-supabase-api-version': '2026-06-01' }, echo: '2024-01-01' },
]

describeBothDatabases('auth conformance', (open) => {
  // Some rows build on earlier ones, so each shape runs the whole table on its own database.
  describe.each(shapes.filter((_, index) => index % 3 === 0))('$shape', ({ headers, echo }) => {
    let world: AuthWorld
    let scene: Scene

    beforeAll(async () => {
      world = await createAuthWorld(await open())
      scene = await setScene(world)
    })

    test.each(conformance.map((row, index) => ({ ...row, index })))(
      'the auth API answers as the hosted service: $name',
      async (row) => {
        // A distinct address per row, so that no row hits another's rate limit.
        const call = { address: `198.51.100.${row.index + 1}`, ...row.call(scene) }
        const answer = await world.call({ ...call, headers: { ...call.headers, ...headers } })
        expect(comparable(answer)).toMatchObject(expected(row, echo))
      },
    )
  })
})

describeBothDatabases('auth error shapes', (open) => {
  let world: AuthWorld
  beforeAll(async () => {
    world = await createAuthWorld(await open())
  })

  test.each(shapes)('a request $shape gets the matching error shape', async ({ headers, echo }) => {
    const answer = await world.call({ method: 'GET', path: '/user', headers })
    expect(comparable(answer)).toMatchObject(expected({ status: 401, code: 'no_authorization' }, echo))
    expect(answer.headers.get('x-supabase-api-version')).toBe(echo)
  })

  test('an empty refresh token gets an OAuth error', async () => {
    const path = '/token?grant_type=refresh_token'
    const { status, body } = await world.call({ path, body: { refresh_token: '' } })
    expect(status).toBe(400)
    expect(body).toEqual({ error: 'invalid_request', error_description: 'refresh_token required' })
  })
})

function comparable({ status, headers, body }: Answer) {
  return { status, headers: Object.fromEntries(headers), body }
}

/** `echo` is the API version header of the response, sent with the newer error shape; null for the older one. */
function expected(row: Omit<Row, 'name' | 'call'>, echo: string | null) {
  const { status, code, headers = {}, body = {} } = row
  if (code === undefined) return { status, headers, body }
  const text = (name: string) => (row.message === undefined ? {} : { [name]: row.message })
  if (echo === null) {
    return {
      status,
      headers: { ...headers, 'x-sb-error-code': code },
      body: { ...body, code: status, error_code: code, ...text('msg') },
    }
  }
  const echoed = { ...headers, 'x-sb-error-code': code, 'x-supabase-api-version': echo }
  return { status, headers: echoed, body: { ...body, code, ...text('message') } }
}

async function setScene(world: AuthWorld): Promise<Scene> {
  const { email } = await world.account()
  const { email: unconfirmed } = await world.account({ confirmed: false })
  const disabled = await world.account()
  await world.asAdmin((tx) => disableAccount(tx, { id: disabled.id, now: world.clock() }))
  const { accessToken } = await signIn(world, email)
  return { email, unconfirmed, disabled: disabled.email, token: accessToken, anonKey: world.secrets.anonKey }
}
