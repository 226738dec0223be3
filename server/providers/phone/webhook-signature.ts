import type { SignedRequest } from './phone-provider.ts'

// Loaded by the first webhook: the package is large and simulations never need it.
const loadWebhooks = () => import('twilio/lib/webhooks/webhooks.js')

/**
 * Whether one of the tokens signed the request, checked by the carrier's SDK. There are two during a rotation. False
 * without a token or signature.
 */
export async function isSignedWith(
  tokens: readonly string[],
  { url, params, signature }: SignedRequest,
): Promise<boolean> {
  if (signature === undefined || signature === '') return false
  const { validateRequest } = await loadWebhooks()
  return tokens.some((token) => validateRequest(token, signature, url, { ...params }))
}

/** The signature of a carrier's request. */
export async function signWebhook(
  token: string,
  { url, params }: Omit<SignedRequest, 'signature'>,
): Promise<string> {
  const { getExpectedTwilioSignature } = await loadWebhooks()
  return getExpectedTwilioSignature(token, url, { ...params })
}
