import { z } from 'zod'
import type { Config } from '../../server/config.ts'
import { KEPT_BY_PROJECT } from '../../platform/realtime/hosted-stubs.ts'
import { PUBLISHED_KEYS } from '../../platform/http/token-keys.ts'
import { ask } from './ask-server.ts'
import { attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Accounts'
const SET_KEYS = "Set JWT_SECRET, ANON_KEY and SERVICE_ROLE_KEY to the project's (docs/hosted.md)."

const keySet = z.object({ keys: z.array(z.unknown()) })

/** Whether the public address leads to the hosted project that keeps the accounts, and whether its tokens are believed here. */
export async function checkProject({ siteUrl, keys }: Config): Promise<Finding[]> {
  if (keys.jwtSecret === undefined && keys.anonKey === undefined)
    return [broken(ABOUT, 'The hosted project keeps them, but the keys are our own.', SET_KEYS)]
  const answer = await ask(siteUrl + PUBLISHED_KEYS)
  if (answer?.text.includes(KEPT_BY_PROJECT)) {
    return [
      broken(
        ABOUT,
        `The hosted project keeps them, but ${siteUrl}/auth/v1 leads to this process: nobody can sign in.`,
        'In the proxy in front, send /auth/v1 and /realtime/v1 to the project (docs/hosted.md).',
      ),
    ]
  }
  const published = answer?.status === 200 ? keySet.safeParse(jsonOf(answer.text)).data : undefined
  if (published === undefined) {
    const instead = answer === null ? 'cannot be reached from this machine' : 'is not answered as it does'
    return [
      attention(
        ABOUT,
        `The hosted project keeps them; ${siteUrl}/auth/v1 ${instead}.`,
        'If people can sign in, all is well; otherwise check the proxy in front (docs/hosted.md).',
      ),
    ]
  }
  if (published.keys.length === 0 && keys.jwtSecret === undefined)
    return [broken(ABOUT, 'The hosted project signs with a secret that is not known here.', SET_KEYS)]
  return [ok(ABOUT, `The hosted project keeps them, and ${siteUrl}/auth/v1 leads there.`)]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
