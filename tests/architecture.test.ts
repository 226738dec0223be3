import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

interface Rule {
  /** Files the rule is about, by the beginning of their path. */
  files: string
  /** Beginnings of paths of ours they may import, besides their own folder. */
  may: string[]
  except?: string[]
}

// docs/architecture.md, "Who may import whom".
const rules: Rule[] = [
  { files: 'shared/', may: [] },
  { files: 'app/ui/', may: [] },
  { files: 'app/article/', may: ['shared/'] },
  { files: 'app/backend/', may: ['shared/'] },
  { files: 'app/session/', may: ['app/ui/', 'app/backend/', 'app/assets/', 'shared/', 'site.config.ts'] },
  {
    files: 'app/site/',
    may: [
      'app/ui/',
      'app/article/',
      'app/assets/',
      'app/root-data.ts',
      'app/server-context.ts',
      'shared/',
      'site.config.ts',
    ],
  },
  {
    files: 'app/dashboard/',
    may: [
      'app/ui/',
      'app/article/',
      'app/backend/',
      'app/session/',
      'app/assets/',
      'shared/',
      'site.config.ts',
    ],
  },
  { files: 'app/', may: ['shared/', 'site.config.ts'], except: ['app/server-context.ts'] },
  {
    files: 'server/rest/',
    may: ['server/database/', 'server/http/', 'server/dependencies.ts', 'server/read-within.ts'],
  },
  { files: 'server/art/', may: [] },
  {
    files: 'server/providers/',
    may: [
      'shared/',
      'site.config.ts',
      'server/config.ts',
      'server/configuration/',
      'server/art/',
      'server/errors.ts',
      'server/read-within.ts',
    ],
  },
  { files: 'server/database/', may: ['server/errors.ts'] },
  {
    files: 'server/backup/',
    may: [
      'site.config.ts',
      'server/config.ts',
      'server/errors.ts',
      'server/secrets.ts',
      'server/database/',
      'server/providers/files/',
      'shared/',
    ],
  },
  {
    files: 'server/domain/',
    // Of the providers it knows what they promise, not which one it is.
    may: [
      'shared/',
      'site.config.ts',
      'server/database/',
      'server/providers/ai/ai-provider.ts',
      'server/providers/files/file-store.ts',
      'server/providers/mail/mail-provider.ts',
      'server/providers/phone/phone-provider.ts',
      'server/providers/phone/simulated-memory.ts',
    ],
  },
  { files: 'server/', may: ['shared/', 'site.config.ts', 'build/'] },
]

/** Folders whose parts never import each other; the parts named here serve all others. */
const separate: Record<string, string[]> = {
  'app/dashboard/': ['shell'],
  'app/site/': ['content', 'seo', 'contact'],
}

describe('imports follow the architecture', () => {
  const files = sourceFiles()
  const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })))

  test('all of the source is looked at', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(200)
  })

  test.each(rules)('$files imports only what it may', ({ files: prefix, may, except = [] }) => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith(prefix) &&
        !except.includes(file) &&
        !target.startsWith(prefix) &&
        !may.some((allowed) => target.startsWith(allowed)),
    )
    expect(wrong).toEqual([])
  })

  test.each(Object.entries(separate))('the parts of %s stay apart', (folder, common) => {
    const wrong = imports.filter(({ file, target }) => {
      const [from, to] = [part(folder, file), part(folder, target)]
      return from !== undefined && to !== undefined && from !== to && !common.includes(to)
    })
    expect(wrong).toEqual([])
    expect(common.filter((name) => !existsSync(join(folder, name)))).toEqual([])
  })

  test('only server/config.ts reads the environment', () => {
    const wrong = files.filter(
      (file) => file !== 'server/config.ts' && /process\.env\b/.test(readFileSync(file, 'utf8')),
    )
    expect(wrong).toEqual([])
  })

  test('the REST surface names no table', () => {
    const tables =
      /\b(profiles|blog_posts|crm_contacts|communication_logs|notifications|contact_submissions|consent_events)\b/
    const wrong = files.filter(
      (file) =>
        file.startsWith('server/rest/') &&
        !file.endsWith('.test.ts') &&
        tables.test(readFileSync(file, 'utf8')),
    )
    expect(wrong).toEqual([])
  })
})

function sourceFiles(): string[] {
  return ['app', 'server', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
}

/** The files of ours that `file` imports, statically or by `import()`, as paths from the root. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const { module } = parseSync(file, source)
  const written = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      source.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ]
  return written.filter((path) => path.startsWith('.')).map((path) => join(dirname(file), path))
}

/** `app/site/home/hero.tsx` → `home`; undefined for a file directly in the folder, which composes the parts. */
function part(folder: string, path: string): string | undefined {
  return path.startsWith(folder) ? /^([^/]+)\//.exec(path.slice(folder.length))?.[1] : undefined
}
