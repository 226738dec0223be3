import {
  valueFields,
  valueLimits,
  valueWords,
  type ImportMapping,
  type ImportSettings,
  type UnknownValues,
  type ValueField,
} from './contact-import.ts'
import { cleanCell } from './import-cell.server.ts'
import { tallyRows, type Transact } from './import-rows.server.ts'

/** Words of other programs and their meaning here. */
const SYNONYMS: Record<ValueField, ReadonlyMap<string, string>> = {
  status: new Map(),
  phone_type: new Map([
    ['cell', 'mobile'],
    ['home', 'landline'],
    ['main', 'work'],
    ['business', 'work'],
  ]),
  text_consent: new Map([
    ...['y', 'true', 't', '1', 'x', 'on', 'opted in', 'opt-in', 'subscribed'].map(
      (word) => [word, 'yes'] as const,
    ),
    ...['n', 'false', 'f', '0', 'off', 'opted out', 'opt-out', 'unsubscribed'].map(
      (word) => [word, 'no'] as const,
    ),
  ]),
}

/** What a value of the file means: a word we know, or what the settings map it to. Null for other values. */
export function findWord(field: ValueField, typed: string, values: ImportSettings['values']): string | null {
  const key = typed.toLowerCase()
  const known = SYNONYMS[field].get(key) ?? key
  if (valueWords[field].some((word) => word === known)) return known
  const mapped = new Map(Object.entries(values[field] ?? {}))
  return mapped.get(key) ?? null
}

/** The values of a file that we do not know, per field, most frequent first. */
export async function listUnknownValues(
  transact: Transact,
  { importId, mapping }: { importId: string; mapping: ImportMapping },
): Promise<UnknownValues> {
  const found: UnknownValues = {}
  for (const field of valueFields) {
    const column = mapping[field]
    if (column !== undefined) found[field] = await listUnknown(transact, { importId, field, column })
  }
  return found
}

async function listUnknown(
  transact: Transact,
  { importId, field, column }: { importId: string; field: ValueField; column: number },
): Promise<UnknownValues[ValueField]> {
  const cells = await tallyRows(transact, importId, {
    key: 'cells ->> $4::integer',
    values: [column],
  })
  const counts = new Map<string, { value: string; rows: number }>()
  // The most frequent spelling of a value is shown.
  for (const [cell, rows] of [...cells].toSorted(byCount)) {
    const value = cleanCell(cell, field)
    if (value === '' || value.length > valueLimits.length || findWord(field, value, {}) !== null) continue
    const key = value.toLowerCase()
    const earlier = counts.get(key)
    counts.set(key, { value: earlier?.value ?? value, rows: rows + (earlier?.rows ?? 0) })
  }
  const all = [...counts.values()].toSorted((one, other) =>
    byCount([one.value, one.rows], [other.value, other.rows]),
  )
  return { values: all.slice(0, valueLimits.listed), total: all.length }
}

function byCount([one, rows]: [string, number], [other, otherRows]: [string, number]): number {
  return otherRows - rows || (one < other ? -1 : 1)
}
