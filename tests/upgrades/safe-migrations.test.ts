import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// docs/decisions/002: while a new copy migrates, the copy before it still serves. What the older program reads or calls stays.

const FOLDER = 'db/migrations'

/** What would break the older copy, unless the line above says why it does not: `-- Safe while the older copy serves: …`. */
const unsafe: [what: string, pattern: RegExp][] = [
  [
    'takes away what the older copy may read or call',
    /\bdrop\s+(table|view|materialized view|column|function|type|schema|sequence)\b/i,
  ],
  ['renames what the older copy knows by its name', /\brename\s+(to|column|constraint)\b/i],
  [
    'changes a type, which rewrites the table under a lock',
    /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  ],
  ['refuses rows the older copy writes', /\balter\s+column\s+\w+\s+set\s+not\s+null\b/i],
  [
    'needs a value the older copy does not send',
    /\badd\s+column\s+(?:(?!\bdefault\b|\bgenerated\b|,|;)[\s\S])*\bnot\s+null\b(?![^,;]*\b(default|generated)\b)/i,
  ],
  [
    'reads the whole table under a lock: add it "not valid" and validate it in a later file',
    /\balter\s+table\s+(?:(?!;)[\s\S])*\badd\s+constraint\s+\w+\s+(check|foreign)\b(?![^;]*not\s+valid)/i,
  ],
  ['locks by itself', /\block\s+table\b/i],
  ['empties a table', /\btruncate\b/i],
  ['waits longer than migrations may', /\bset\s+(local\s+)?(lock|statement)_timeout\b/i],
]

describe('migrations are safe while the older copy serves', () => {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => join(FOLDER, file))

  test('no migration since the baseline breaks the older copy', () => {
    expect(
      files.flatMap((file) => listComplaints(readFileSync(file, 'utf8')).map((what) => `${file} ${what}`)),
    ).toEqual([])
  })

  test.each([
    ['alter table public.a drop column b;', 1],
    ['drop view public.a;', 1],
    ['alter table public.a rename column b to c;', 1],
    ['alter table public.a rename to b;', 1],
    ['alter table public.a alter column b type text;', 1],
    ['alter table public.a add column b text not null;', 1],
    [`alter table public.a add column b text not null default '';`, 0],
    ['alter table public.a add column b text not null generated always as (lower(c)) stored;', 0],
    ['alter table public.a add column b text, add column c integer;', 0],
    ['alter table public.a add constraint a_b_check check (b > 0);', 1],
    ['alter table public.a add constraint a_b_check check (b > 0) not valid;', 0],
    ['create table public.a (b text not null constraint a_b_check check (length(b) > 0));', 0],
    ['-- drop table public.a;\nselect 1;', 0],
    ['-- Safe while the older copy serves: nothing read it yet.\ndrop view public.a;', 0],
    [
      '-- Safe while the older copy serves: nothing read it yet.\ndrop view public.a;\ndrop view public.b;',
      1,
    ],
    ['drop policy a on public.b; drop trigger c on public.b; drop index public.d;', 0],
  ])('%s', (sql, complaints) => {
    expect(listComplaints(sql)).toHaveLength(complaints)
  })
})

function listComplaints(sql: string): string[] {
  return splitStatements(sql).flatMap((statement) => {
    if (/^\s*-- Safe while the older copy serves: \S/m.test(statement)) return []
    const code = statement.replaceAll(/--.*$/gm, '')
    return unsafe.filter(([, pattern]) => pattern.test(code)).map(([what]) => what)
  })
}

/** Cut at semicolons that end a line, outside of function bodies. */
function splitStatements(sql: string): string[] {
  return sql
    .replaceAll(/\$\$[\s\S]*?\$\$/g, '$$$$')
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => `${statement};`)
}
