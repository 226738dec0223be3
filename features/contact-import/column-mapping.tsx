import type { ReactNode } from 'react'
import { fileColumnLabels } from '../../db/row-types.ts'
import type { ImportField, ImportRow, ImportSettings } from './contact-import.ts'
import { Select } from '../../web/ui/field.tsx'
import { Glyph } from '../../web/ui/icon.tsx'
import { useImportPreview } from './use-import.ts'
import styles from './contact-import.module.css'

interface ColumnChoicesProps {
  legend: string
  fields: readonly ImportField[]
  found: ImportRow
  settings: ImportSettings
  onMap: (field: ImportField, column: number | undefined) => void
  children?: ReactNode
}

/** A column choice per contact field, with a sample of the chosen column. Mapped fields get a check mark. */
export function ColumnChoices({ legend, fields, found, settings, onMap, children }: ColumnChoicesProps) {
  const { data } = useImportPreview(found.id, settings)
  return (
    <fieldset className={styles.mapping}>
      <legend>{legend}</legend>
      {children ? <p className={styles.note}>{children}</p> : null}
      {fields.map((field) => (
        <ColumnChoice
          key={field}
          field={field}
          columns={found.columns}
          samples={data?.samples}
          column={settings.mapping[field]}
          onChoose={(column) => onMap(field, column)}
        />
      ))}
    </fieldset>
  )
}

interface ColumnChoiceProps {
  field: ImportField
  columns: readonly string[]
  samples: readonly string[] | undefined
  column: number | undefined
  onChoose: (column: number | undefined) => void
}

function ColumnChoice({ field, columns, samples, column, onChoose }: ColumnChoiceProps) {
  const chosen = column !== undefined
  return (
    <Select
      fieldClass={chosen ? styles.chosen : ''}
      label={
        <>
          {chosen ? <Glyph name="check" size={15} /> : null}
          {fileColumnLabels[field]}
        </>
      }
      hint={chosen && samples ? samples[column] || 'empty in the first rows' : undefined}
      value={column ?? ''}
      onChange={({ target: { value } }) => onChoose(value === '' ? undefined : Number(value))}
    >
      <option value="">Not in the file</option>
      {columns.map((name, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns may share a name, and never move
        <option key={index} value={index}>
          {name}
        </option>
      ))}
    </Select>
  )
}
