import type { ContactField } from './submissions.ts'

/** What stands in the form, by field name; a box that is not ticked is absent. */
export type FormValues = Partial<Record<string, string>>

export type FieldErrors = Partial<Record<ContactField, string>>

/** What became of a form that was posted without scripts. */
export type FormOutcome =
  | { status: 'sent'; values?: undefined }
  | { status: 'failed'; values: FormValues; fields: FieldErrors; failure: string | null }
