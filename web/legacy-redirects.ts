/** Addresses of an earlier site and their replacements. (Specification, section 2.) */
export const legacyRedirects: Readonly<Record<string, string>> = {
  '/whatwedo': '/services',
  '/connect': '/contact',
  '/whoweare': '/about',
  '/home': '/',
}

/** The new address of a legacy path (with or without trailing slash), or null. */
export function findLegacyRedirect(pathname: string): string | null {
  const path = pathname.replace(/\/+$/, '')
  return Object.hasOwn(legacyRedirects, path) ? (legacyRedirects[path] ?? null) : null
}
