import { createMiddleware } from 'hono/factory'
import { isPrivatePage } from '../web/staff-pages.ts'
import type { HttpEnv } from '../platform/http/http-context.ts'

const TWO_YEARS = 63_072_000

/** Responses other than pages may load nothing. Pages have their own policy. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Default headers of every response. HSTS only for an https site: over plain http it has no effect. */
export function listDefaultHeaders(siteUrl: string): [name: string, value: string][] {
  const strictTransport: [string, string] = [
    'strict-transport-security',
    `max-age=${TWO_YEARS}; includeSubDomains`,
  ]
  return [
    ...(siteUrl.startsWith('https:') ? [strictTransport] : []),
    ['content-security-policy', CLOSED_POLICY],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
  ]
}

/** Adds `listDefaultHeaders`, and keeps private responses out of caches and search engines. */
export function securityHeaders(siteUrl: string) {
  const everywhere = listDefaultHeaders(siteUrl)
  return createMiddleware<HttpEnv>(async (c, next) => {
    await next()
    const { headers } = c.res
    // Not with `c.header`, which copies a finished response on every call.
    const set = (name: string, value: string) => {
      if (!headers.has(name)) headers.set(name, value)
    }
    for (const [name, value] of everywhere) set(name, value)
    if (isPrivate(c.req.path)) {
      set('Cache-Control', 'no-store')
      set('X-Robots-Tag', 'noindex')
    }
  })
}

function isPrivate(path: string): boolean {
  return /^\/(auth|rest|functions|realtime)\/v1(\/|$)/.test(path) || isPrivatePage(path)
}
