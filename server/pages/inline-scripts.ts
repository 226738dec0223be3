import { createHash } from 'node:crypto'

/**
 * Finds the inline scripts that carry this rendering's nonce, and gives back the page without nonces and the
 * scripts' CSP sources (`'sha256-…'`). The page is then the same for every visitor, and a script somebody managed to
 * write into it carries no nonce, so its hash is never listed.
 */
export function replaceNonceByHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const scripts = html.matchAll(
    new RegExp(`<script\\b([^>]*) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g'),
  )
  const hashes = new Set<string>()
  for (const [, before = '', after = '', body = ''] of scripts) {
    if (!/\ssrc=/.test(before + after)) hashes.add(hashSource(body))
  }
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), hashes: [...hashes] }
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
