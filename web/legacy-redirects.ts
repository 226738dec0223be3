/** Addresses of an earlier site, and where each of them lives now. (Specification, section 2.) */
export const legacyRedirects: Readonly<Record<string, string>> = {
  '/whatwedo': '/services',
  '/connect': '/contact',
  '/whoweare': '/about',
  '/home': '/',
}

/** The present address of a legacy path (with or without a slash at its end), or null for any other. */
export function findLegacyRedirect(pathname: string): string | null {
  const path = pathname.replace(/\/+$/, '')
  return Object.hasOwn(legacyRedirects, path) ? (legacyRedirects[path] ?? null) : null
}
