import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { functions } from '../server/functions.ts'

const documents = [
  ...globSync('*.md'),
  ...globSync('{art,db,docs,features,platform,public,server,tests,web}/**/*.md'),
]
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

/** A repository path in backticks, with optional wildcards. */
const NAMED = /`((?:art|db|deploy|docs|features|platform|public|scripts|server|tests|web)\/[\w./*$-]*)`/g

test.each(documents)('%s links to and names only existing files', (document) => {
  const text = readFileSync(document, 'utf8')
  const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g), ([, link = '']) =>
    join(dirname(document), link),
  )
  const named = Array.from(text.matchAll(NAMED), ([, path = '']) => path)
  expect([...links, ...named].filter((path) => !isThere(path))).toEqual([])
})

test.each(documents)('%s names only existing npm scripts', (document) => {
  const commands = Array.from(
    readFileSync(document, 'utf8').matchAll(/npm run (?:--silent )?([\w-]+)/g),
    ([, name = '']) => name,
  )
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})

test('docs/security.md gives every surface a limit or a reason for each resource, and lists every limit', () => {
  const surfaces = readTable('docs/security.md', 'Surface')
  const bounds = new Set(readTable('docs/security.md', 'Bound').map(([bound = '']) => bound.split(' ')[0]))
  const cells = surfaces.flatMap(([surface, ...row]) => row.map((cell) => ({ surface, cell })))
  expect(surfaces.map((row) => row.length)).toEqual(surfaces.map(() => 11))
  expect(cells.filter(({ cell }) => !/^(none: |[A-Z]\d)/.test(cell))).toEqual([])
  const named = cells.flatMap(({ cell }) => cell.match(/\b[A-Z]\d\b/g) ?? [])
  expect(named.filter((bound) => !bounds.has(bound))).toEqual([])
  expect([...bounds].filter((bound) => !named.includes(bound ?? ''))).toEqual([])
})

/** Body rows of the table with this first heading. */
function readTable(document: string, heading: string): string[][] {
  const [, table = ''] = readFileSync(document, 'utf8').split(`\n| ${heading} `)
  const [, , ...rows] = table.split('\n\n')[0]?.split('\n') ?? []
  return rows.map((row) =>
    row
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
}

test('the README of the functions lists every function', () => {
  const rows = readFileSync('platform/functions/README.md', 'utf8').match(/^\| `.+/gm) ?? []
  const named = rows.map((row) => row.split(' | ')[0]).join('\n')
  const missing = functions.filter(({ name }) => {
    const [surface, call] = name.split('/')
    return !named.includes(`\`${surface}`) || !named.includes(call ?? '')
  })
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('the folder tree in docs/architecture.md names only existing paths', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const [tree = ''] = /(?<=^## Folders\n\n)( {4}.+\n)+/m.exec(page) ?? []
  let parent = ''
  const named = tree.split('\n').flatMap((line) => {
    const names = line.trim().split(/ {2,}/)[0]?.split(' ') ?? []
    if (line.startsWith(' '.repeat(6))) return names.map((name) => join(parent, name))
    parent = names[0] ?? ''
    return names
  })
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((path) => path !== '' && !existsSync(path))).toEqual([])
})

function isThere(path: string): boolean {
  return path.includes('*') ? globSync(path).length > 0 : existsSync(path)
}
