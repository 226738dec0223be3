import { SignJWT } from 'jose'
import { issuerUrl } from '../../platform/http/identity.ts'
import { parseConfig, type Config } from '../../server/config.ts'
import type { Secrets } from '../../server/secrets.ts'
import { formatEmail, people, deriveSessionId } from './policy-fixtures.ts'
import type { Person } from './policy-fixtures.ts'
import type { Role, RejectedCaller } from './permission-matrix.ts'

export type Caller = Role | RejectedCaller | 'unproved'

const HOUR = 3600

export const config: Config = parseConfig({ NODE_ENV: 'test' })
export const secrets: Secrets = {
  jwtSecret: 'the signing secret of the permission tests',
  anonKey: 'sb_publishable_permission_tests',
  serviceRoleKey: 'sb_secret_permission_tests',
}

/** The headers that supabase-js sends for each kind of caller. */
export async function createHeaders(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'anon') return keyHeaders(secrets.anonKey)
  if (caller === 'service') return keyHeaders(secrets.serviceRoleKey)
  return { apikey: secrets.anonKey, Authorization: `Bearer ${await createToken(caller)}` }
}

function keyHeaders(key: string): Record<string, string> {
  return { apikey: key, Authorization: `Bearer ${key}` }
}

/** The expired and the forged token are an admin's: only the date, or the signature, is wrong. */
function createToken(caller: Person | RejectedCaller): Promise<string> {
  switch (caller) {
    case 'expired':
      return token({ person: 'admin', issuedAt: now() - 2 * HOUR })
    case 'forged':
      return token({ person: 'admin', secret: 'a secret somebody else made up for themselves' })
    case 'signedOut':
      return token({ person: 'admin', session: '00000000-0000-4000-8000-00000000dead' })
    default:
      return token({ person: caller })
  }
}

async function token({
  person,
  issuedAt = now(),
  secret = secrets.jwtSecret,
  session = deriveSessionId(person),
}: {
  person: Person
  issuedAt?: number
  secret?: string
  session?: string
}): Promise<string> {
  const user_metadata = { role: 'admin' }
  return new SignJWT({
    role: 'authenticated',
    email: formatEmail(person),
    session_id: session,
    user_metadata,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(issuerUrl(config))
    .setSubject(people[person])
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + HOUR)
    .sign(new TextEncoder().encode(secret))
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
