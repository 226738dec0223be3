import { RestError } from './rest-error.ts'

const LIST = new Set(['*/*', 'application/*', 'application/json', 'application/vnd.pgrst.array+json'])
const OBJECT = new Set(['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object'])

/** The first acceptable of the asked media types: a list of rows, or exactly one. Throws RestError PGRST107. */
export function readAccept(header: string | null): 'list' | 'object' {
  if (header === null || header.trim() === '') return 'list'
  for (const asked of header.split(',')) {
    const type = withoutParameters(asked)
    if (LIST.has(type)) return 'list'
    if (OBJECT.has(type)) return 'object'
  }
  const message = `None of these media types are available: ${header}`
  throw new RestError({ status: 406, code: 'PGRST107', message })
}

/** Other parameters than these change what is asked for (`nulls=stripped`), so they are kept and then not found. */
function withoutParameters(asked: string): string {
  return asked
    .toLowerCase()
    .replaceAll(/;\s*(?:q|charset)=[^;]*/g, '')
    .trim()
}
