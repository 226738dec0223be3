export interface ByteRange {
  /** Both included, counted from 0. */
  first: number
  last: number
}

/**
 * The part of a file of `size` bytes that a request wants; null for the whole, which also answers several parts at once and what
 * cannot be read (RFC 9110, 14.2). An `If-Range` of another version of the file makes it the whole, too.
 */
export function findRange(
  headers: Headers,
  { size, etag }: { size: number; etag: string },
): ByteRange | 'unsatisfiable' | null {
  const wanted = /^bytes=(\d*)-(\d*)$/.exec(headers.get('Range') ?? '')
  const version = headers.get('If-Range')
  if (wanted === null || (version !== null && version !== etag)) return null
  const [, from = '', to = ''] = wanted
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && from !== '' && Number(to) < first) return null
  return first > last ? 'unsatisfiable' : { first, last }
}
