import { useId, type ReactNode } from 'react'
import styles from './choice-table.module.css'

export interface Choice<Name extends string> {
  name: Name
  label: string
  /** In the order of the columns; empty for none. */
  values: readonly [ReactNode, ReactNode]
  /** The column whose value counts; null for neither. */
  chosen: 0 | 1 | null
  /** There is nothing to choose. */
  fixed?: boolean
}

interface ChoiceTableProps<Name extends string> {
  columns: readonly [string, string]
  choices: readonly Choice<Name>[]
  onChoose: (name: Name, column: 0 | 1) => void
}

/** Two versions of a record, field by field, with a choice for each field. */
export function ChoiceTable<Name extends string>({ columns, choices, onChoose }: ChoiceTableProps<Name>) {
  const group = useId()
  return (
    <table className={styles.choices}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {columns.map((column, place) => (
            <th key={column} scope="col" id={`${group}-${place}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices.map(({ name, label, values, chosen, fixed = false }) => (
          <tr key={name}>
            <th scope="row" id={`${group}-${name}`}>
              {label}
            </th>
            {([0, 1] as const).map((column) => (
              <td key={column}>
                {fixed ? (
                  <div className={styles.same} data-chosen={chosen === column || undefined}>
                    <Value value={values[column]} />
                  </div>
                ) : (
                  <label>
                    <input
                      type="radio"
                      name={`${group}-${name}`}
                      checked={chosen === column}
                      aria-labelledby={`${group}-${name} ${group}-${column} ${group}-${name}-${column}`}
                      onChange={() => onChoose(name, column)}
                    />
                    <span id={`${group}-${name}-${column}`}>
                      <Value value={values[column]} />
                    </span>
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value }: { value: ReactNode }) {
  return value === '' ? <span className={styles.none}>None</span> : value
}
