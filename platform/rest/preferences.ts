import { RestError, unsupported } from './rest-error.ts'

export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation' | null
  count: 'exact' | null
  missing: 'default' | 'null' | null
  handling: 'strict' | 'lenient' | null
  /** Only honored with handling=strict. */
  maxAffected: number | null
}

const WORDS = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const

type Name = keyof typeof WORDS

/**
 * Parses `Prefer`. The first of several values wins; unknown ones are ignored unless handling=strict. Throws
 * RestError.
 */
export function readPreferences(header: string | null): Preferences {
  const words = (header ?? '').split(',').map((word) => word.trim())
  for (const word of words) refuseLeftOut(word)
  const preferences: Preferences = {
    return: pick(words, 'return'),
    count: pick(words, 'count'),
    missing: pick(words, 'missing'),
    handling: pick(words, 'handling'),
    maxAffected: readMaxAffected(words.find((word) => word.startsWith('max-affected='))),
  }
  if (preferences.handling === 'strict') refuseUnknown(words)
  return preferences
}

function pick<N extends Name>(words: string[], name: N): (typeof WORDS)[N][number] | null {
  const word = words.find((candidate) => candidate.startsWith(`${name}=`))
  const values: readonly (typeof WORDS)[N][number][] = WORDS[name]
  return values.find((value) => word === `${name}=${value}`) ?? null
}

function readMaxAffected(word: string | undefined): number | null {
  const digits = /^max-affected=(\d{1,9})$/.exec(word ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

function refuseLeftOut(word: string): void {
  if (word.startsWith('resolution=')) throw unsupported('Inserting or updating in one request')
  if (word === 'count=planned' || word === 'count=estimated') throw unsupported(`The preference ${word}`)
  if (word === 'tx=rollback') throw unsupported('The preference tx=rollback')
}

function refuseUnknown(words: string[]): void {
  const unknown = words.filter((word) => word !== '' && !isKnown(word))
  if (unknown.length === 0) return
  throw new RestError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${unknown.join(', ')}`,
  })
}

function isKnown(word: string): boolean {
  if (readMaxAffected(word) !== null) return true
  return Object.entries(WORDS).some(([name, values]) => values.some((value) => word === `${name}=${value}`))
}
