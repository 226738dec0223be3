const NETWORK = 'Network error. Please check your internet connection and try again.'
const CONNECTION = 'Connection error. Please try refreshing the page and submitting again.'
export const DEFAULT_FAILURE =
  'There was an error submitting your form. Please try again or contact us directly.'

/** What the visitor reads when a submission failed. (Specification, section 8.) */
export function failureText(error: unknown): string {
  // Browsers word a failed fetch differently; all of them throw a TypeError.
  if (error instanceof TypeError) return NETWORK
  const message = error instanceof Error ? error.message : ''
  if (message === '') return DEFAULT_FAILURE
  if (message.includes('fetch')) return NETWORK
  if (message.includes('CORS')) return CONNECTION
  return `Error: ${message}`
}
