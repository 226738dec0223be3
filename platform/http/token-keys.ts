import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import type { PlatformOptions } from '../options.ts'

type KeyDependencies = Pick<PlatformOptions, 'config' | 'secrets' | 'platform'>

/** How tokens may be signed. A project signs with its secret or, since 2025, with a pair of keys. */
export const ALGORITHMS = { own: ['HS256'], hosted: ['HS256', 'ES256', 'RS256'] }

/** Where a project publishes the keys it signs with. */
export const PUBLISHED_KEYS = '/auth/v1/.well-known/jwks.json'

/** Imported and created once: every request needs them. */
const secretKeys = new WeakMap<object, Promise<CryptoKey>>()
const projectKeys = new WeakMap<object, JWTVerifyGetKey>()

/**
 * Finds the key a token has to be signed with: JWT_SECRET, or one of those a hosted project publishes. Rejects with an error of
 * jose; when the project cannot be asked, with whatever prevented it.
 */
export function tokenKeys(deps: KeyDependencies): JWTVerifyGetKey {
  return (header, token) =>
    deps.platform === 'own' || header.alg === 'HS256' ? secretKeyOf(deps) : projectKeysOf(deps)(header, token)
}

function secretKeyOf({ secrets }: KeyDependencies): Promise<CryptoKey> {
  const known = secretKeys.get(secrets)
  if (known) return known
  const bytes = new TextEncoder().encode(secrets.jwtSecret)
  const key = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  secretKeys.set(secrets, key)
  return key
}

/** Through the site's own address, where the proxy in front leads to the project; asked again every ten minutes. */
function projectKeysOf({ config, secrets }: KeyDependencies): JWTVerifyGetKey {
  const known = projectKeys.get(secrets)
  if (known) return known
  const keys = createRemoteJWKSet(new URL(`${config.siteUrl}${PUBLISHED_KEYS}`))
  projectKeys.set(secrets, keys)
  return keys
}
