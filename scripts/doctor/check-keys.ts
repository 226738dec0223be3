import { decodeJwt, jwtVerify } from 'jose'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import type { Secrets } from '../../server/secrets.ts'
import { isOpenToOthers } from './check-configuration.ts'
import { attention, broken, ok, type Finding, ask } from './finding.ts'
import { z } from 'zod'
import { MISROUTED_MESSAGE } from '../../platform/realtime/hosted-stubs.ts'
import { PUBLISHED_KEYS } from '../../platform/http/token-keys.ts'

const ABOUT = 'Keys'
/** Practically always present in random text of 32 characters. */
const DIFFERENT_CHARACTERS = 12

/** Permissions of files with keys and data, before the server starts, which corrects them. */
export function checkFiles({ dataDirectory }: Config): Finding[] {
  const exposed = [dataDirectory, join(dataDirectory, 'secrets.json')].filter(
    (path) => existsSync(path) && isOpenToOthers(path),
  )
  return exposed.map((path) =>
    broken(
      ABOUT,
      `Other users of this machine can read ${path}.`,
      `Run: chmod ${path === dataDirectory ? '700' : '600'} ${path}`,
    ),
  )
}

/** Whether the signing key can be guessed, and whether it signed the two API keys. */
export async function checkKeys({ keys }: Config, secrets: Secrets): Promise<Finding[]> {
  if (
    new Set(secrets.jwtSecret).size < DIFFERENT_CHARACTERS ||
    /at-least-32|secret|changeme/i.test(secrets.jwtSecret)
  ) {
    return [
      broken(
        ABOUT,
        'JWT_SECRET can be guessed, which lets an attacker sign in as anyone.',
        'Replace it with the output of: openssl rand -base64 48 (all users have to sign in again). Or remove it to generate one.',
      ),
    ]
  }
  const wrong = [
    await keyProblem('ANON_KEY', secrets.anonKey, { secret: secrets.jwtSecret, role: 'anon' }),
    await keyProblem('SERVICE_ROLE_KEY', secrets.serviceRoleKey, {
      secret: secrets.jwtSecret,
      role: 'service_role',
    }),
  ].filter((finding) => finding !== null)
  if (wrong.length > 0) return wrong
  const origin = keys.jwtSecret === undefined ? 'generated, readable only by its owner' : 'set by you'
  return [ok(ABOUT, `The signing key is strong (${origin}), and the API keys match it.`)]
}

/** Opaque keys are compared as text; tokens must be signed with our key for the right role. */
async function keyProblem(
  name: string,
  key: string,
  { secret, role }: { secret: string; role: string },
): Promise<Finding | null> {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(key)) return null
  const says = await tokenProblem(key, { secret, role })
  return says === null
    ? null
    : attention(ABOUT, `${name} ${says}.`, `Remove ${name} to generate a matching one from JWT_SECRET.`)
}

async function tokenProblem(
  key: string,
  { secret, role }: { secret: string; role: string },
): Promise<string | null> {
  try {
    await jwtVerify(key, new TextEncoder().encode(secret), { algorithms: ['HS256'] })
    return decodeJwt(key)['role'] === role ? null : `is not a key for ${role}`
  } catch {
    // The advice is the same for every reason.
    return 'has expired or was not made with JWT_SECRET'
  }
}

const PROJECT = 'Accounts'
const SET_KEYS = "Set JWT_SECRET, ANON_KEY and SERVICE_ROLE_KEY to the project's (docs/hosted.md)."

const keySet = z.object({ keys: z.array(z.unknown()) })

/**
 * Whether the public address leads to the hosted project with the accounts, and whether this server accepts its
 * tokens.
 */
export async function checkProject({ siteUrl, keys }: Config): Promise<Finding[]> {
  if (keys.jwtSecret === undefined && keys.anonKey === undefined)
    return [
      broken(
        PROJECT,
        "The hosted project stores the accounts, but the API keys are not the project's.",
        SET_KEYS,
      ),
    ]
  const answer = await ask(siteUrl + PUBLISHED_KEYS)
  if (answer?.text.includes(MISROUTED_MESSAGE)) {
    return [
      broken(
        PROJECT,
        `The hosted project stores the accounts, but ${siteUrl}/auth/v1 leads to this server: sign-in fails.`,
        'In the reverse proxy, send /auth/v1 and /realtime/v1 to the project (docs/hosted.md).',
      ),
    ]
  }
  const published = answer?.status === 200 ? keySet.safeParse(parseJson(answer.text)).data : undefined
  if (published === undefined) {
    const instead =
      answer === null ? 'cannot be reached from this machine' : 'does not respond like the project'
    return [
      attention(
        PROJECT,
        `The hosted project stores the accounts, but ${siteUrl}/auth/v1 ${instead}.`,
        'If users can sign in, ignore this; otherwise check the reverse proxy (docs/hosted.md).',
      ),
    ]
  }
  if (published.keys.length === 0 && keys.jwtSecret === undefined)
    return [broken(PROJECT, 'The hosted project signs with a secret this server does not have.', SET_KEYS)]
  return [ok(PROJECT, `The hosted project stores the accounts, and ${siteUrl}/auth/v1 leads there.`)]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
