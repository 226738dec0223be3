import type { Plan } from './plan.ts'
import type { Preferences } from './preferences.ts'

/** The preferences that were honoured, comma-joined; '' for none. */
export function preferenceApplied(preferences: Preferences, kind: Plan['kind']): string {
  const { handling, maxAffected } = preferences
  const limited = handling === 'strict' && maxAffected !== null && (kind === 'update' || kind === 'delete')
  return [
    (kind === 'insert' || kind === 'update') && preferences.missing !== null
      ? `missing=${preferences.missing}`
      : '',
    kind !== 'read' && preferences.return !== null ? `return=${preferences.return}` : '',
    preferences.count === null ? '' : `count=${preferences.count}`,
    handling === null ? '' : `handling=${handling}`,
    limited ? `max-affected=${maxAffected}` : '',
  ]
    .filter((word) => word !== '')
    .join(', ')
}
