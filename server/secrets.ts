import { randomBytes, randomUUID, createECDH, createHash, hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, readFile, link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from './config.ts'
import { readErrorCode } from '../platform/errors.ts'
import { issuerUrl } from '../platform/http/identity.ts'

/** Fixed, so that instances derive identical keys from one secret. */
const KEYS_EXPIRE = new Date('2100-01-01T00:00:00Z')

const stored = z.object({ jwtSecret: z.string().min(32), anonKey: z.string(), serviceRoleKey: z.string() })

/** The signing secret and the two API keys derived from it. Never logged; only the anon key is sent to browsers. */
export type Secrets = z.infer<typeof stored>

/**
 * The owner's keys from the environment; otherwise generated on the first start and stored in
 * `DATA_DIR/secrets.json`, readable by the owner alone.
 */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const { jwtSecret, anonKey, serviceRoleKey } = config.keys
  if (jwtSecret !== undefined) {
    return {
      jwtSecret,
      anonKey: anonKey ?? (await signKey(jwtSecret, 'anon')),
      serviceRoleKey: serviceRoleKey ?? (await signKey(jwtSecret, 'service_role')),
    }
  }
  const kept = await readStoredSecrets(join(config.dataDirectory, 'secrets.json'))
  return { ...kept, anonKey: anonKey ?? kept.anonKey, serviceRoleKey: serviceRoleKey ?? kept.serviceRoleKey }
}

/** Existing keys; null before the first start. Unlike `loadSecrets`, never creates any. */
export async function findSecrets(config: Config): Promise<Secrets | null> {
  const there = config.keys.jwtSecret !== undefined || existsSync(join(config.dataDirectory, 'secrets.json'))
  return there ? loadSecrets(config) : null
}

async function readStoredSecrets(file: string): Promise<Secrets> {
  try {
    const secrets = stored.parse(JSON.parse(await readFile(file, 'utf8')))
    await chmod(file, 0o600)
    return secrets
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT') throw error
    await createSecrets(file)
    return readStoredSecrets(file)
  }
}

/** Creates secrets, unless an instance started at the same moment already has. */
async function createSecrets(file: string): Promise<void> {
  const jwtSecret = randomBytes(48).toString('base64url')
  const secrets = {
    jwtSecret,
    anonKey: await signKey(jwtSecret, 'anon'),
    serviceRoleKey: await signKey(jwtSecret, 'service_role'),
  }
  await writeOnce(file, `${JSON.stringify(secrets, null, 2)}\n`)
}

/** Identifies this site to push services (VAPID), base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** Order of the curve P-256. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** Derived like the API keys, so that every instance has the same. With another secret, browsers subscribe again. */
export function derivePushKeys(jwtSecret: string): PushKeys {
  const bytes = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'web push', 48))
  // 16 bytes more than a key has, so that no key is likelier than another (FIPS 186-5, A.2.1).
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (P256_ORDER - 1n)) + 1n
  const pair = createECDH('prime256v1')
  const key = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  pair.setPrivateKey(key)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: key.toString('base64url') }
}

/** An API key in the hosted service's form: a JWT with only a role. Deterministic per secret. */
async function signKey(secret: string, role: 'anon' | 'service_role'): Promise<string> {
  return new SignJWT({ role, iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(0)
    .setExpirationTime(KEYS_EXPIRE)
    .sign(new TextEncoder().encode(secret))
}

/**
 * Creates a file atomically, readable by the owner alone, unless it exists: of several starting processes, one writes
 * it. Creates its folder if missing.
 */
async function writeOnce(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(draft, content, { mode: 0o600, flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

/** Settings all instances must share, in a form that reveals no key. */
export const sharedSettings = z.object({ keys: z.string(), issuer: z.string(), files: z.string() })
export type SharedSettings = z.infer<typeof sharedSettings>

/** The settings of this process. Creates DATA_DIR if missing. */
export async function findSharedSettings(
  config: Pick<Config, 's3' | 'dataDirectory' | 'siteUrl'>,
  { jwtSecret, anonKey, serviceRoleKey }: Secrets,
): Promise<SharedSettings> {
  return {
    keys: fingerprint([jwtSecret, anonKey, serviceRoleKey].join('\n')),
    files: config.s3
      ? fingerprint(`${config.s3.endpoint}/${config.s3.bucket}`)
      : await readDirectoryId(config.dataDirectory),
    issuer: issuerUrl(config),
  }
}

/** A random id stored in the directory, by which instances know whether they share it. */
async function readDirectoryId(directory: string): Promise<string> {
  const file = join(directory, 'directory-name')
  await writeOnce(file, randomUUID())
  return readFile(file, 'utf8')
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
