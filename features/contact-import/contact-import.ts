import * as z from 'zod/mini'
import { contactStatuses, phoneTypes, type fileColumnLabels } from '../../db/row-types.ts'

export type ImportField = keyof typeof fileColumnLabels

/** Limits of an import file; `rowBytes` is per row. */
export const importLimits = {
  bytes: 20 * 1024 * 1024,
  rows: 100_000,
  columns: 250,
  rowBytes: 200_000,
} as const

export const personFields = [
  'first_name',
  'last_name',
  'full_name',
  'email',
  'phone',
  'phone_type',
  'company',
  'status',
  'service_request',
  'notes',
] as const satisfies ImportField[]

/** Consent to texts and its evidence. */
export const consentFields = [
  'text_consent',
  'consent_date',
  'consent_source',
] as const satisfies ImportField[]

/** Field → zero-based column; fields without a column stay empty. */
export const importMapping = z.partialRecord(
  z.enum([...personFields, ...consentFields]),
  z.int().check(z.minimum(0), z.maximum(importLimits.columns - 1)),
)
export type ImportMapping = z.infer<typeof importMapping>

/** Fields with a fixed set of words. */
export const valueWords = {
  status: contactStatuses,
  phone_type: phoneTypes,
  text_consent: ['yes', 'no'],
} as const
export type ValueField = keyof typeof valueWords
export const valueFields = ['status', 'phone_type', 'text_consent'] as const satisfies ValueField[]

/** Values of the file that can be mapped: how many are listed and mapped per field, and characters of each. */
export const valueLimits = { listed: 200, mapped: 1000, length: 100 } as const

/** Value of the file in lower case → word. */
function mapTo<const Words extends readonly string[]>(words: Words) {
  return z.optional(
    z
      .record(z.string().check(z.maxLength(valueLimits.length)), z.enum(words))
      .check(z.refine((mapped) => Object.keys(mapped).length <= valueLimits.mapped)),
  )
}

export const importValues = z.prefault(
  z.object({
    status: mapTo(valueWords.status),
    phone_type: mapTo(valueWords.phone_type),
    text_consent: mapTo(valueWords.text_consent),
  }),
  {},
)

/** Values of the file that we do not know. Only the most frequent of `total` are listed. */
const unknownOfField = z.object({
  values: z.array(z.object({ value: z.string(), rows: z.number() })),
  total: z.number(),
})
export const unknownValues = z.partialRecord(z.enum(valueFields), unknownOfField)
export type UnknownValues = z.infer<typeof unknownValues>

export const importSettings = z.object({
  mapping: importMapping,
  /** What values mean that we do not know. Others are left empty. */
  values: importValues,
  /** How to treat existing contacts, and people who appear in the file twice. */
  duplicates: z.enum(['skip', 'fill']),
  /** Whether the same phone number means the same person if the email does not match. */
  matchPhone: z.boolean(),
})
export type ImportSettings = z.infer<typeof importSettings>

export const importStates = [
  'reading',
  'read',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
  'closed',
] as const
export type ImportState = (typeof importStates)[number]

export const rowOutcomes = [
  'invalid',
  'repeated',
  'new',
  'known',
  'deleted',
  'created',
  'filled',
  'skipped',
  'removed',
  'restored',
  'kept',
] as const
export type RowOutcome = (typeof rowOutcomes)[number]

const text = z.nullable(z.string())

/** A contact read from a row; null for missing values. */
export const importedFields = z.object({
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  /** E.164. */
  phone_e164: text,
  phone_type: text,
  company: text,
  status: text,
  service_request: text,
  notes: text,
  /** Consent to texts, if the row has its evidence. `given_at` is ISO 8601. */
  consent: z.nullable(z.object({ given_at: z.string(), source: z.string() })),
})
export type ImportedFields = z.infer<typeof importedFields>

/** A parsed row: the fields to store, `problems` that exclude it, and `notes` about values left out. */
export const readRow = z.object({
  row_number: z.number(),
  fields: importedFields,
  problems: z.array(z.string()),
  notes: z.array(z.string()),
})
export type ReadRow = z.infer<typeof readRow>

/** A reason to skip or change rows of an import, and the number of rows. */
export const reasonTally = z.object({ reason: z.string(), rows: z.number(), staysOut: z.boolean() })
export type ReasonTally = z.infer<typeof reasonTally>

/** An import as the API returns it. */
export const importRow = z.object({
  id: z.string(),
  created_at: z.string(),
  file_name: z.string(),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']),
  delimiter: z.enum([',', ';', '\t']),
  columns: z.array(z.string()),
  row_count: z.number(),
  state: z.enum(importStates),
  settings: importSettings,
  progress: z.number(),
  summary: z.partialRecord(z.enum(rowOutcomes), z.number()),
  problem: text,
  finished_at: text,
})
export type ImportRow = z.infer<typeof importRow>
