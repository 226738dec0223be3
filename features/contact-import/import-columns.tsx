import { useState } from 'react'
import {
  consentFields,
  personFields,
  type ImportField,
  type ImportMapping,
  type ImportRow,
  type ImportSettings,
} from './contact-import.ts'
import { Alert } from '../../web/ui/alert.tsx'
import { Checkbox } from '../../web/ui/checkbox.tsx'
import { Select } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { ColumnChoices } from './column-mapping.tsx'
import { ImportPreview } from './import-preview.tsx'
import { UnknownValueChoices } from './unknown-values.tsx'
import { useImportActions } from './use-import.ts'
import styles from './contact-import.module.css'

/** Names of ignored columns to show. */
const MAX_NAMED = 12
const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

interface ImportColumnsProps {
  found: ImportRow
  onDiscarded: () => void
}

/** Second step: column mapping, preview and the treatment of duplicates. */
export function ImportColumns({ found, onDiscarded }: ImportColumnsProps) {
  const [settings, setSettings] = useState<ImportSettings>(found.settings)
  const { check, act, isPending } = useImportActions(found.id)
  const { mapping } = settings
  const map = (field: ImportField, column: number | undefined) => {
    const { [field]: _, ...others } = mapping
    setSettings({ ...settings, mapping: column === undefined ? others : { ...others, [field]: column } })
  }
  const missing = findMissingColumn(mapping)
  const rows = found.row_count.toLocaleString('en-US')
  return (
    <>
      {found.problem === null ? null : <Alert>{found.problem}</Alert>}
      <p className={styles.note}>
        <b>{found.file_name}</b>: {rows} {found.row_count === 1 ? 'row' : 'rows'}, {found.columns.length}{' '}
        columns separated by {DELIMITERS[found.delimiter]}, {describeEncoding(found.encoding)}
      </p>
      <ColumnChoices
        legend="What each column holds"
        fields={personFields}
        {...{ found, settings }}
        onMap={map}
      />
      <ColumnChoices legend="Consent to texts" fields={consentFields} {...{ found, settings }} onMap={map}>
        Consent counts only with evidence: the date it was given, and its wording or source. Without them it
        stays off. People who opted out stay opted out.
      </ColumnChoices>
      <IgnoredColumns {...{ found, mapping }} />
      <UnknownValueChoices {...{ found, settings }} onChange={setSettings} />
      <ImportPreview id={found.id} settings={settings} />
      <DuplicateChoices settings={settings} onChange={setSettings} />
      {missing === null ? null : <p className="field-error">{missing}</p>}
      <div className="actions">
        <ToolButton
          variant="primary"
          disabled={missing !== null}
          busy={isPending}
          onClick={() => check(settings)}
        >
          Check {rows} {found.row_count === 1 ? 'row' : 'rows'}
        </ToolButton>
        <ToolButton busy={isPending} onClick={() => act('discard', onDiscarded)}>
          Discard this file
        </ToolButton>
      </div>
    </>
  )
}

/** Lists the columns that will not be imported. */
function IgnoredColumns({ found, mapping }: { found: ImportRow; mapping: ImportMapping }) {
  const taken = new Set(Object.values(mapping))
  const left = found.columns.filter((_, column) => !taken.has(column))
  if (left.length === 0) return null
  const more = left.length > MAX_NAMED ? ` and ${left.length - MAX_NAMED} more` : ''
  return (
    <p className={styles.note}>
      Columns that are not imported: {left.slice(0, MAX_NAMED).join(', ')}
      {more}.
    </p>
  )
}

interface DuplicateChoicesProps {
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
}

function DuplicateChoices({ settings, onChange }: DuplicateChoicesProps) {
  return (
    <div className={styles.options}>
      <Select
        label="People who are contacts already, or are in the file twice"
        value={settings.duplicates}
        onChange={({ target: { value } }) =>
          onChange({ ...settings, duplicates: value === 'fill' ? 'fill' : 'skip' })
        }
      >
        <option value="skip">Leave them as they are</option>
        <option value="fill">Fill their empty fields, change nothing else</option>
      </Select>
      <Checkbox
        label="The same phone number means the same person, too"
        checked={settings.matchPhone}
        onChange={({ target: { checked } }) => onChange({ ...settings, matchPhone: checked })}
      />
    </div>
  )
}

function findMissingColumn({
  first_name: first,
  full_name: full,
  email,
  phone,
}: ImportMapping): string | null {
  if (first === undefined && full === undefined)
    return 'Choose the column of the first name or of the full name.'
  if (email === undefined && phone === undefined)
    return 'Choose the column of the email address or of the phone.'
  return null
}

function describeEncoding(encoding: ImportRow['encoding']): string {
  return encoding === 'windows-1252'
    ? 'read as Windows-1252, because it is not UTF-8. Check accented letters below.'
    : `read as ${encoding.toUpperCase()}.`
}
