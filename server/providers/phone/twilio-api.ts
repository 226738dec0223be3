import type { Agent, RequestInit, Response } from 'undici'
import { z } from 'zod'

export interface TwilioAccount {
  accountSid: string
  /** The first one authenticates requests; all of them verify webhooks. */
  authTokens: readonly string[]
  /** `https://api.twilio.com`, or a test server. */
  apiBase: string
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
const account = z.object({ status: z.string() })

const numbers = z.object({
  incoming_phone_numbers: z.array(
    z.object({ sms_url: z.string().nullable(), voice_url: z.string().nullable() }),
  ),
})

/**
 * Calls the account's resources in the REST API of 2010-04-01: `path` is `.json`, `/Messages.json?…`. Throws like
 * fetch.
 */
export function createTwilioCalls(account: TwilioAccount) {
  const address = `${account.apiBase}/2010-04-01/Accounts/${account.accountSid}`
  const credentials = Buffer.from(`${account.accountSid}:${account.authTokens[0] ?? ''}`).toString('base64')
  // A new connection per request: if a reused one has died, it is unknown whether an SMS was sent.
  let dispatcher: Agent | undefined
  return async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    const undici = await import('undici')
    dispatcher ??= new undici.Agent({ pipelining: 0, connect: { timeout: CONNECT_TIMEOUT_MS } })
    return undici.fetch(address + path, {
      ...init,
      headers: { authorization: `Basic ${credentials}`, accept: 'application/json', ...init.headers },
      redirect: 'manual',
      dispatcher,
      signal: AbortSignal.timeout(account.timeoutMs ?? TIMEOUT_MS),
    })
  }
}

/**
 * The account's state at the carrier: `open`, another state of the carrier's, `refused` for a wrong key, `away`
 * without a response.
 */
export async function findAccountStatus(of: TwilioAccount): Promise<string> {
  const answer = await read(of, '.json')
  if (answer === null) return 'away'
  if (answer.status === 401 || answer.status === 403 || answer.status === 404) return 'refused'
  const { status } = account.catch({ status: 'away' }).parse(answer.body)
  return status === 'active' ? 'open' : status
}

/** Webhook URLs of this number at the carrier; null if unknown. */
export async function findNumberWebhooks(
  of: TwilioAccount,
  number: string,
): Promise<{ sms: string; voice: string } | null> {
  const answer = await read(of, `/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(number)}`)
  const [found] = numbers.safeParse(answer?.body).data?.incoming_phone_numbers ?? []
  return found === undefined ? null : { sms: found.sms_url ?? '', voice: found.voice_url ?? '' }
}

async function read(of: TwilioAccount, path: string): Promise<{ status: number; body: unknown } | null> {
  try {
    const response = await createTwilioCalls(of)(path)
    return { status: response.status, body: await response.json() }
  } catch {
    // Unreachable, or an unreadable response: the state is unknown.
    return null
  }
}
