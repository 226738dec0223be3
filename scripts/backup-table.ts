import type { TableSum } from '../server/backup/backup-records.ts'

const DIGITS = 16

/** Verification report: a line for each table with its row count and the start of its checksum. */
export function tableOfSums(sums: Record<string, TableSum>): string {
  const names = Object.keys(sums)
  const width = Math.max(...names.map((name) => name.length), 'table'.length)
  const line = (table: string, rows: string, checksum: string) =>
    `  ${table.padEnd(width)}  ${rows.padStart(10)}  ${checksum}`
  const lines = Object.entries(sums).map(([name, { rows, sha256 }]) =>
    line(name, rows.toLocaleString('en-US'), sha256.slice(0, DIGITS)),
  )
  return [line('table', 'rows', `SHA-256 of the rows`), ...lines].join('\n')
}
