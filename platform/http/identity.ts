import { timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Identity, UserClaims } from '../database/as-identity.ts'
import type { PlatformOptions } from '../options.ts'
import { ALGORITHMS, findTokenKeys } from './token-keys.ts'

export type IdentityDependencies = Pick<PlatformOptions, 'config' | 'secrets' | 'platform' | 'clock'>

export interface Credentials {
  apikey?: string | undefined
  authorization?: string | undefined
}

/** The audience and the role of every user token. */
export const USER_ROLE = 'authenticated'

/** Clock skew PostgREST tolerates on exp, iat and nbf, in seconds. */
const CLOCK_TOLERANCE = 30

const keyClaims = z.object({ role: z.enum(['anon', 'service_role']) })
const userClaims = z.looseObject({
  sub: z.uuid(),
  role: z.literal(USER_ROLE),
  session_id: z.uuid(),
  email: z.string().optional(),
})

export type UnauthorizedCode = 'no_api_key' | 'invalid_api_key' | 'PGRST301' | 'PGRST303'

/** The credentials are missing or wrong; always a 401, in each surface's own error shape. */
export class UnauthorizedError extends Error {
  override readonly name = 'UnauthorizedError'
  readonly code: UnauthorizedCode

  constructor(code: UnauthorizedCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * The caller's identity: the bearer token decides; without one, the API key does. `asIdentity` checks the session
 * behind a user's token, in the same transaction as the work. Throws UnauthorizedError.
 */
export async function authenticate(credentials: Credentials, deps: IdentityDependencies): Promise<Identity> {
  const bearer = parseBearerToken(credentials.authorization)
  const apiKey = credentials.apikey || undefined
  if (bearer === undefined && apiKey === undefined) {
    throw new UnauthorizedError('no_api_key', 'No API key found in request')
  }
  const keyIdentity = apiKey === undefined ? undefined : await verifyApiKey(apiKey, deps)
  if (bearer === undefined || bearer === apiKey) return keyIdentity ?? { role: 'anon' }
  return matchConfiguredKey(bearer, deps) ?? verifyToken(bearer, deps)
}

/** The verified claims of a user's access token. Throws UnauthorizedError with PGRST301 or PGRST303. */
export async function verifyUserToken(token: string, deps: IdentityDependencies): Promise<UserClaims> {
  return requireUserClaims(await verifyPayload(token, deps), deps)
}

function requireUserClaims(payload: Record<string, unknown>, deps: IdentityDependencies): UserClaims {
  const parsed = userClaims.safeParse(payload)
  if (!parsed.success) throw new UnauthorizedError('PGRST303', 'JWT is not a user access token')
  if (payload['aud'] !== USER_ROLE) throw new UnauthorizedError('PGRST303', 'JWT not in audience')
  // A hosted project's tokens carry its own address, which is unknown here; its secret is unique to it.
  if (deps.platform === 'own' && payload['iss'] !== issuerUrl(deps.config))
    throw new UnauthorizedError('PGRST303', 'JWT has another issuer')
  if (typeof payload['exp'] !== 'number') throw new UnauthorizedError('PGRST303', 'JWT has no expiry')
  return parsed.data
}

/** The issuer of user tokens: the auth surface's address without the port, so that instances on one machine agree. */
export function issuerUrl(config: { siteUrl: string }): string {
  const { protocol, hostname } = new URL(config.siteUrl)
  return `${protocol}//${hostname}/auth/v1`
}

/** The token of an `Authorization: Bearer …` header; undefined if there is none. */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
}

async function verifyApiKey(key: string, deps: IdentityDependencies): Promise<Identity> {
  const known = matchConfiguredKey(key, deps)
  if (known !== undefined) return known
  try {
    return keyClaims.parse(await verifyPayload(key, deps))
  } catch (error) {
    throw new UnauthorizedError('invalid_api_key', 'Invalid API key', { cause: error })
  }
}

async function verifyToken(token: string, deps: IdentityDependencies): Promise<Identity> {
  const payload = await verifyPayload(token, deps)
  const key = keyClaims.safeParse(payload)
  if (key.success) return key.data
  return { role: USER_ROLE, claims: requireUserClaims(payload, deps) }
}

/** Compares configured keys as text: opaque ones (`sb_publishable_…`) are not JWTs. */
function matchConfiguredKey(key: string, { secrets }: IdentityDependencies): Identity | undefined {
  if (equalsText(key, secrets.anonKey)) return { role: 'anon' }
  if (equalsText(key, secrets.serviceRoleKey)) return { role: 'service_role' }
  return undefined
}

async function verifyPayload(token: string, deps: IdentityDependencies): Promise<Record<string, unknown>> {
  try {
    const options = {
      algorithms: ALGORITHMS[deps.platform],
      currentDate: deps.clock(),
      clockTolerance: CLOCK_TOLERANCE,
    }
    return (await jwtVerify(token, findTokenKeys(deps), options)).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      throw new UnauthorizedError('PGRST303', 'JWT expired', { cause: error })
    if (error instanceof errors.JWTClaimValidationFailed) {
      throw new UnauthorizedError('PGRST303', 'JWT claims are not valid', { cause: error })
    }
    // The keys could not be loaded: not the token's fault, so the session stays and the client retries.
    if (error instanceof errors.JOSEError && !isKeyFetchFailure(error))
      throw new UnauthorizedError('PGRST301', 'JWT is not valid', { cause: error })
    throw error
  }
}

function isKeyFetchFailure({ code }: errors.JOSEError): boolean {
  return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', errors.JOSEError.code].includes(code)
}

function equalsText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
