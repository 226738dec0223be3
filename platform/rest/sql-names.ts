import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Column, Table } from './schema.ts'

// Only names from the introspected schema are quoted here; a name from a request is looked up in it first.

export function tableName(table: Table): string {
  return `"public".${escapeIdentifier(table.name)}`
}

export function columnName(column: Column): string {
  return escapeIdentifier(column.name)
}

export function nameLiteral(column: Column): string {
  return escapeLiteral(column.name)
}
