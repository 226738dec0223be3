import { randomBytes, randomUUID, createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, readFile, link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from './config.ts'
import { readErrorCode } from '../platform/errors.ts'
import { tokenIssuer } from '../platform/http/identity.ts'

/** The same for every key, so that copies which make keys of one secret make the same ones. */
const KEYS_EXPIRE = new Date('2100-01-01T00:00:00Z')

const stored = z.object({ jwtSecret: z.string().min(32), anonKey: z.string(), serviceRoleKey: z.string() })

/** The signing secret and the two API keys made from it. Never logged, never sent to a browser (the anon key apart). */
export type Secrets = z.infer<typeof stored>

/**
 * The owner's keys where the environment sets them; otherwise generated on the first start and kept in
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
  const kept = await keptSecrets(join(config.dataDirectory, 'secrets.json'))
  return { ...kept, anonKey: anonKey ?? kept.anonKey, serviceRoleKey: serviceRoleKey ?? kept.serviceRoleKey }
}

/** The keys there are; null before the first start, as reading them with `loadSecrets` would make some. */
export async function findSecrets(config: Config): Promise<Secrets | null> {
  const there = config.keys.jwtSecret !== undefined || existsSync(join(config.dataDirectory, 'secrets.json'))
  return there ? loadSecrets(config) : null
}

async function keptSecrets(file: string): Promise<Secrets> {
  try {
    const secrets = stored.parse(JSON.parse(await readFile(file, 'utf8')))
    await chmod(file, 0o600)
    return secrets
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT') throw error
    await createSecrets(file)
    return keptSecrets(file)
  }
}

/** Puts new secrets in place, unless a copy that started at the same moment already has. */
async function createSecrets(file: string): Promise<void> {
  const jwtSecret = randomBytes(48).toString('base64url')
  const secrets = {
    jwtSecret,
    anonKey: await signKey(jwtSecret, 'anon'),
    serviceRoleKey: await signKey(jwtSecret, 'service_role'),
  }
  await writeOnce(file, `${JSON.stringify(secrets, null, 2)}\n`)
}

/** An API key as the hosted service makes them: a token that carries only a role. One secret always gives the same key. */
async function signKey(secret: string, role: 'anon' | 'service_role'): Promise<string> {
  return new SignJWT({ role, iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(0)
    .setExpirationTime(KEYS_EXPIRE)
    .sign(new TextEncoder().encode(secret))
}

/**
 * Writes a file whole, readable by the owner alone, unless it is there: of several processes that start at once, one
 * writes it. Makes its folder where that is missing.
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

/** What every copy of the server needs to have in common, as far as it can be told without giving a key away. */
export const sharedSettings = z.object({ keys: z.string(), issuer: z.string(), files: z.string() })
export type SharedSettings = z.infer<typeof sharedSettings>

/** The settings of this process. Makes DATA_DIR where it is missing. */
export async function findSharedSettings(
  config: Pick<Config, 's3' | 'dataDirectory' | 'siteUrl'>,
  { jwtSecret, anonKey, serviceRoleKey }: Secrets,
): Promise<SharedSettings> {
  return {
    keys: fingerprint([jwtSecret, anonKey, serviceRoleKey].join('\n')),
    files: config.s3
      ? fingerprint(`${config.s3.endpoint}/${config.s3.bucket}`)
      : await nameOf(config.dataDirectory),
    issuer: tokenIssuer(config),
  }
}

/** A name the directory keeps, by which copies that see the same one know it. */
async function nameOf(directory: string): Promise<string> {
  const file = join(directory, 'directory-name')
  await writeOnce(file, randomUUID())
  return readFile(file, 'utf8')
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
