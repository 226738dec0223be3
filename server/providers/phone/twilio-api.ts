import { Agent, fetch, type RequestInit, type Response } from 'undici'

export interface TwilioAccount {
  accountSid: string
  /** The first one is used; all of them sign webhooks. */
  authTokens: readonly string[]
  /** `https://api.twilio.com`, or a stand-in. */
  apiBase: string
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000

/** Calls the account's part of the REST interface of 2010-04-01: `path` is `.json`, `/Messages.json?…`. Throws as fetch does. */
export function createTwilioCalls(account: TwilioAccount) {
  const address = `${account.apiBase}/2010-04-01/Accounts/${account.accountSid}`
  const credentials = Buffer.from(`${account.accountSid}:${account.authTokens[0] ?? ''}`).toString('base64')
  // A connection of its own for each request: on a kept one that has died meanwhile, nobody knows whether a text left.
  const dispatcher = new Agent({ pipelining: 0, connect: { timeout: CONNECT_TIMEOUT_MS } })
  return (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(address + path, {
      ...init,
      headers: { authorization: `Basic ${credentials}`, accept: 'application/json' },
      redirect: 'manual',
      dispatcher,
      signal: AbortSignal.timeout(account.timeoutMs ?? TIMEOUT_MS),
    })
}
