const SURFACES: readonly [RegExp, string][] = [
  [/^\/(auth|rest|functions|storage|realtime)\/v1(?:\/|$)/, '$1'],
  [/^\/(?:healthz|readyz)$/, 'health'],
  [/^\/assets\//, 'files'],
  [/\.[a-z0-9]{2,12}$/, 'files'],
]

/** Which part of the product an address belongs to: one of a few words, whatever visitors type. */
export function surfaceOf(target: string): string {
  const [path = '/'] = target.split('?', 1)
  for (const [pattern, surface] of SURFACES) {
    const found = pattern.exec(path)
    if (found) return surface === '$1' ? (found[1] ?? 'pages') : surface
  }
  return 'pages'
}
