import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Config } from './config.ts'

const KEY_YEARS = 10

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

async function keptSecrets(file: string): Promise<Secrets> {
  try {
    const secrets = stored.parse(JSON.parse(await readFile(file, 'utf8')))
    await chmod(file, 0o600)
    return secrets
  } catch (error) {
    if (!isMissing(error)) throw error
    return createSecrets(file)
  }
}

async function createSecrets(file: string): Promise<Secrets> {
  const jwtSecret = randomBytes(48).toString('base64url')
  const secrets = {
    jwtSecret,
    anonKey: await signKey(jwtSecret, 'anon'),
    serviceRoleKey: await signKey(jwtSecret, 'service_role'),
  }
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  // `wx`: never over the secrets of a server that started at the same moment.
  const handle = await open(file, 'wx', 0o600)
  await handle.writeFile(`${JSON.stringify(secrets, null, 2)}\n`)
  await handle.sync()
  await handle.close()
  return secrets
}

/** An API key as the hosted service makes them: a token that carries only a role. */
async function signKey(secret: string, role: 'anon' | 'service_role'): Promise<string> {
  return new SignJWT({ role, iss: 'supabase' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(0)
    .setExpirationTime(`${KEY_YEARS * 10} years`)
    .sign(new TextEncoder().encode(secret))
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
