import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from './config.ts'
import { codeOf } from '../platform/errors.ts'
import { writeOnce } from './write-once.ts'

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
    if (codeOf(error) !== 'ENOENT') throw error
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
