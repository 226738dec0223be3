import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fileColumnLabels } from '../../db/row-types.ts'
import {
  valueFields,
  valueWords,
  type ImportRow,
  type ImportSettings,
  type UnknownValues,
  type ValueField,
} from './contact-import.ts'
import { listUnknownValues } from './contact-import.api.ts'
import { useClient } from '../../web/api/session.ts'
import { capitalize } from '../../web/ui/capitalize.ts'
import { Select } from '../../web/ui/field.tsx'
import { FailedList } from '../../web/ui/list-state.tsx'
import { importsKey } from './use-import.ts'
import styles from './unknown-values.module.css'

interface UnknownValueChoicesProps {
  found: ImportRow
  settings: ImportSettings
  onChange: (settings: ImportSettings) => void
  children?: ReactNode
}

/** Values of the file that we do not know, with a choice of what each means. `children` follow them. */
export function UnknownValueChoices({ found, settings, onChange, children }: UnknownValueChoicesProps) {
  const backend = useClient()
  const mapping = Object.fromEntries(
    valueFields.flatMap((field) => {
      const column = settings.mapping[field]
      return column === undefined ? [] : [[field, column]]
    }),
  )
  const { data, isError, refetch } = useQuery({
    queryKey: [...importsKey, found.id, 'values', mapping],
    queryFn: () => listUnknownValues(backend, found.id, mapping),
    staleTime: Infinity,
  })
  if (isError)
    return <FailedList onRetry={() => void refetch()}>The values of the file could not be loaded.</FailedList>
  const unknown = valueFields.filter((field) => (data?.[field]?.total ?? 0) > 0)
  if (!data || unknown.length === 0) return null
  return (
    <section className={styles.values} aria-labelledby="import-values">
      <h3 id="import-values">Values we do not know</h3>
      {unknown.map((field) => (
        <FieldValues
          key={field}
          field={field}
          unknown={data[field]}
          meanings={settings.values[field] ?? {}}
          onChoose={(value, word) => onChange(setMeaning(settings, { field, value, word }))}
        />
      ))}
      {children}
    </section>
  )
}

interface FieldValuesProps {
  field: ValueField
  unknown: UnknownValues[ValueField]
  meanings: Readonly<Record<string, string>>
  onChoose: (value: string, word: string) => void
}

function FieldValues({ field, unknown, meanings, onChoose }: FieldValuesProps) {
  const { values, total } = unknown ?? { values: [], total: 0 }
  return (
    <fieldset className={styles.field}>
      <legend>{fileColumnLabels[field]}</legend>
      {values.map(({ value, rows }) => (
        <Select
          key={value}
          fieldClass={styles.value ?? ''}
          label={value}
          hint={`${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`}
          value={meanings[value.toLowerCase()] ?? ''}
          onChange={({ target }) => onChoose(value, target.value)}
        >
          <option value="">{field === 'text_consent' ? 'No consent' : 'Leave empty'}</option>
          {valueWords[field].map((word) => (
            <option key={word} value={word}>
              {capitalize(word)}
            </option>
          ))}
        </Select>
      ))}
      {total > values.length ? (
        <p>
          The {values.length} most frequent of {total.toLocaleString('en-US')} values are listed. The others
          are
          {field === 'text_consent' ? ' no consent.' : ' left empty and kept in the notes.'}
        </p>
      ) : null}
    </fieldset>
  )
}

function setMeaning(
  settings: ImportSettings,
  { field, value, word }: { field: ValueField; value: string; word: string },
): ImportSettings {
  const { [value.toLowerCase()]: _, ...others } = settings.values[field] ?? {}
  const meanings = word === '' ? others : { ...others, [value.toLowerCase()]: word }
  return { ...settings, values: { ...settings.values, [field]: meanings } }
}
