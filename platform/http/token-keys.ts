import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import type { PlatformOptions } from '../options.ts'

type KeyDependencies = Pick<PlatformOptions, 'config' | 'secrets' | 'platform'>

/** Allowed signature algorithms. A hosted project signs with its secret or, since 2025, with a key pair. */
export const ALGORITHMS = { own: ['HS256'], hosted: ['HS256', 'ES256', 'RS256'] }

/** Where a hosted project publishes its public keys. */
export const PUBLISHED_KEYS = '/auth/v1/.well-known/jwks.json'

/** Cached: every request needs them. */
const secretKeys = new WeakMap<object, Promise<CryptoKey>>()
const projectKeys = new WeakMap<object, JWTVerifyGetKey>()

/**
 * Finds the key of a token's signature: JWT_SECRET, or a public key of the hosted project. Rejects with a jose error,
 * or with the network error if the project is unreachable.
 */
export function findTokenKeys(deps: KeyDependencies): JWTVerifyGetKey {
  return (header, token) =>
    deps.platform === 'own' || header.alg === 'HS256'
      ? loadSecretKey(deps)
      : loadProjectKeys(deps)(header, token)
}

function loadSecretKey({ secrets }: KeyDependencies): Promise<CryptoKey> {
  const known = secretKeys.get(secrets)
  if (known) return known
  const bytes = new TextEncoder().encode(secrets.jwtSecret)
  const key = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  secretKeys.set(secrets, key)
  return key
}

/** Fetched through the site's own address, which a proxy maps to the project; refreshed every ten minutes. */
function loadProjectKeys({ config, secrets }: KeyDependencies): JWTVerifyGetKey {
  const known = projectKeys.get(secrets)
  if (known) return known
  const keys = createRemoteJWKSet(new URL(`${config.siteUrl}${PUBLISHED_KEYS}`))
  projectKeys.set(secrets, keys)
  return keys
}
