import { hashSource } from '../content-security-policy.ts'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/**
 * Finds the inline scripts that carry this rendering's nonce, and gives back the page without nonces and the
 * scripts' CSP sources (`'sha256-…'`). The page is then the same for every visitor, and a script somebody managed to
 * write into it carries no nonce, so its hash is never listed.
 */
export function replaceNonceByHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', body = ''] of html.matchAll(SCRIPT)) {
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes)) hashes.add(hashSource(body))
  }
  return { html: html.replaceAll(mark, ''), hashes: [...hashes] }
}
