import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { finishReplacing, replaceDatabase } from './restored-database.ts'

const directories: string[] = []

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

/** Creates a data directory with these entries and their contents; names that end in `.json` are files. */
function dataDirectory(entries: Record<string, string>): {
  path: string
  look: () => Record<string, string>
} {
  const path = mkdtempSync(join(tmpdir(), 'replacing-'))
  directories.push(path)
  const markPath = (name: string) => (name.includes('.json') ? join(path, name) : join(path, name, 'mark'))
  for (const [name, mark] of Object.entries(entries)) {
    if (!name.includes('.json')) mkdirSync(join(path, name))
    writeFileSync(markPath(name), mark)
  }
  const all = ['', '.restoring', '.restored', '.before-restore'].map((ending) => `database${ending}`)
  const keys = ['', '.restored', '.before-restore'].map((ending) => `secrets.json${ending}`)
  const look = () =>
    Object.fromEntries(
      [...all, ...keys].flatMap((name) =>
        existsSync(markPath(name)) ? [[name, readFileSync(markPath(name), 'utf8')]] : [],
      ),
    )
  return { path, look }
}

const replaced = {
  database: 'new',
  'database.before-restore': 'old',
  'secrets.json': 'new keys',
  'secrets.json.before-restore': 'old keys',
}

test('a restored database replaces the current one, which is kept', () => {
  const { path, look } = dataDirectory({
    database: 'old',
    'database.restoring': 'new',
    'database.before-restore': 'older',
    'secrets.json': 'old keys',
    'secrets.json.restored': 'new keys',
  })
  replaceDatabase(path)
  expect(look()).toEqual(replaced)
  finishReplacing(path)
  expect(look()).toEqual(replaced)
})

test.each([
  [
    'the decision',
    {
      database: 'old',
      'database.restored': 'new',
      'secrets.json': 'old keys',
      'secrets.json.restored': 'new keys',
    },
  ],
  [
    'the old one stepped aside',
    {
      'database.before-restore': 'old',
      'database.restored': 'new',
      'secrets.json': 'old keys',
      'secrets.json.restored': 'new keys',
    },
  ],
  [
    'the old keys did',
    {
      'database.before-restore': 'old',
      'database.restored': 'new',
      'secrets.json.before-restore': 'old keys',
      'secrets.json.restored': 'new keys',
    },
  ],
  [
    'the new keys came',
    {
      'database.before-restore': 'old',
      'database.restored': 'new',
      'secrets.json.before-restore': 'old keys',
      'secrets.json': 'new keys',
    },
  ],
])('a restore completes after a crash following %s', (_, entries) => {
  const { path, look } = dataDirectory(entries)
  finishReplacing(path)
  expect(look()).toEqual(replaced)
})

test('a restore that crashed before the decision leaves the old database unchanged', () => {
  const { path, look } = dataDirectory({
    database: 'old',
    'database.restoring': 'half',
    'secrets.json': 'old keys',
    'secrets.json.restored': 'new keys',
  })
  finishReplacing(path)
  expect(look()).toEqual({ database: 'old', 'secrets.json': 'old keys' })
})
