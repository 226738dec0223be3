import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Column, Table } from './introspect.ts'

// Only names from the introspected schema are quoted here; request names are looked up in it first.

export function tableName(table: Table): string {
  return `"public".${escapeIdentifier(table.name)}`
}

export function columnName(column: Column): string {
  return escapeIdentifier(column.name)
}

export function nameLiteral(column: Column): string {
  return escapeLiteral(column.name)
}

/** Collects a statement's values. All request input ends up here, never in the SQL text. */
export class Bindings {
  readonly values: string[] = []

  /** The placeholder for `value`, of type text; PostgreSQL casts it to `type`, if given. */
  bind(value: string, type?: string): string {
    this.values.push(value)
    const placeholder = `$${this.values.length}::text`
    return type === undefined || type === 'text' ? placeholder : `${placeholder}::${type}`
  }
}
