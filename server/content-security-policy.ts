import { createHash } from 'node:crypto'
import { ANALYTICS_POLICY, PUSH_POLICY } from '../web/script-policies.ts'

/** Hosts the Google tag loads from and reports to, as Google lists them for analytics without advertising. */
const TAG_HOST = 'https://www.googletagmanager.com'
const ANALYTICS_HOSTS = ['https://*.google-analytics.com', 'https://*.analytics.google.com']

interface PolicyParts {
  /** `'sha256-…'` sources of the page's inline scripts. */
  scriptHashes: readonly string[]
  /** Same, for its style sheets. */
  styleHashes?: readonly string[]
  siteUrl: string
  /** URLs the page's scripts call; the whole origin of each is allowed. */
  connectTo: readonly string[]
  /** Additional origins that pictures may come from. */
  picturesFrom?: readonly string[]
  /** Whether the page may load the Google tag. */
  analytics?: boolean
  /** Hot reload injects inline styles and handlers, and reloads over a web socket. */
  development?: boolean
}

/** The Content-Security-Policy of one page. Only scripts that the server wrote or serves can run. */
export function contentSecurityPolicy({
  scriptHashes,
  styleHashes = [],
  siteUrl,
  connectTo,
  picturesFrom = [],
  analytics = false,
  development = false,
}: PolicyParts): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...(analytics ? [TAG_HOST] : [])],
    'style-src': development ? ["'self'", "'unsafe-inline'"] : ["'self'", ...styleHashes],
    'img-src': ["'self'", 'data:', ...picturesFrom, ...(analytics ? [TAG_HOST, ...ANALYTICS_HOSTS] : [])],
    'connect-src': [
      ...connectSources(siteUrl, connectTo, development),
      ...(analytics ? [TAG_HOST, ...ANALYTICS_HOSTS] : []),
    ],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    ...(development ? {} : trustedTypes(analytics)),
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** The Google tag names its own policy `goog#html`. */
function trustedTypes(analytics: boolean): Record<string, readonly string[]> {
  return {
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [PUSH_POLICY, ...(analytics ? [ANALYTICS_POLICY, 'goog#html'] : [])],
  }
}

/** The source, `'sha256-…'`, that allows exactly this inline script or style sheet. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function connectSources(siteUrl: string, addresses: readonly string[], development: boolean): string[] {
  const origins = [siteUrl, ...addresses].map((address) => new URL(address, siteUrl).origin)
  const foreign = origins.filter((origin) => origin !== new URL(siteUrl).origin)
  // 'self' does not cover web sockets in every browser.
  const sockets = [...new Set(origins)].map((origin) => origin.replace(/^http/, 'ws'))
  return ["'self'", ...new Set(foreign), ...sockets, ...(development ? ['ws:'] : [])]
}
