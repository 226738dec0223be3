import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from './config.ts'
import { tokenIssuer } from '../platform/http/identity.ts'
import type { Secrets } from './secrets.ts'
import { writeOnce } from './write-once.ts'

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
