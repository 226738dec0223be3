import type { SignedRequest } from './phone-provider.ts'

// Loaded by the first webhook: the package is large and a simulated house never gets a real one.
const loadWebhooks = () => import('twilio/lib/webhooks/webhooks.js')

/**
 * Whether one of the tokens signed the request, judged by the carrier's own function. While a token is being rotated
 * there are two. Without a token, or without a signature, the answer is no.
 */
export async function isSignedWith(
  tokens: readonly string[],
  { url, params, signature }: SignedRequest,
): Promise<boolean> {
  if (signature === undefined || signature === '') return false
  const { validateRequest } = await loadWebhooks()
  return tokens.some((token) => validateRequest(token, signature, url, { ...params }))
}

/** The signature a request of the carrier bears. */
export async function signatureOf(
  token: string,
  { url, params }: Omit<SignedRequest, 'signature'>,
): Promise<string> {
  const { getExpectedTwilioSignature } = await loadWebhooks()
  return getExpectedTwilioSignature(token, url, { ...params })
}
