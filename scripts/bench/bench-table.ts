import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'

export type Row = readonly (string | number)[]

/** A Markdown table with aligned columns. */
export function table(head: readonly string[], rows: readonly Row[]): string {
  const cells = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

interface DocumentedTable {
  document: string
  /** The table is between `<!-- name -->` and `<!-- /name -->`. */
  name: string
  head: readonly string[]
  /** Number of leading cells that identify a row. */
  keys?: number
}

/** Writes `rows` into the documentation in place of earlier results; rows not measured now stay. */
export function writeRows({ document, name, head, keys = 1 }: DocumentedTable, rows: readonly Row[]): void {
  const text = readFileSync(document, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from === -1 || to === -1) throw new Error(`${document} has no markers ${start} … ${end}`)
  const merged = merge(parseRows(text.slice(from, to), head), rows, keys)
  const written = `${start}\n\n${circumstances()}\n\n${table(head, merged)}\n\n`
  writeFileSync(document, text.slice(0, from) + written + text.slice(to))
}

function merge(old: readonly Row[], rows: readonly Row[], keys: number): Row[] {
  const byKey = new Map([...old, ...rows].map((row) => [row.slice(0, keys).join(' '), row]))
  return [...byKey.values()]
}

/** Ignores a table with other columns. */
function parseRows(text: string, head: readonly string[]): Row[] {
  const [first, , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  return first?.join() === head.join() ? rows : []
}

function circumstances(): string {
  const day = new Date().toISOString().slice(0, 10)
  const memory = Math.round(totalmem() / 2 ** 30)
  return `Last measured ${day}: ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GiB of memory.`
}
