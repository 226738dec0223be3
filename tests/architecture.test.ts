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

// docs/architecture.md, "Import rules".
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

/** Modules whose exports emit 'error', which ends the process where nobody listens; and the exports that do not. */
const emitting: Record<string, string[]> = {
  'node:child_process': ['spawnSync', 'execFileSync'],
  'node:cluster': [],
  'node:dgram': [],
  'node:events': ['once'],
  'node:http': [],
  'node:http2': [],
  'node:https': [],
  'node:net': ['isIP'],
  'node:readline': [],
  'node:stream': [],
  'node:tls': [],
  'node:worker_threads': ['parentPort', 'workerData'],
  'node:zlib': ['brotliCompress', 'brotliCompressSync', 'constants', 'gzip', 'gzipSync'],
  'csv-parse': ['CsvError'],
  nodemailer: [],
  pg: ['escapeIdentifier', 'escapeLiteral'],
  pino: [],
  ws: [],
}
/** Of node:fs, these alone emit. */
const emittingFiles = new Set(['createReadStream', 'createWriteStream', 'watch', 'watchFile'])

/** Who makes something that emits 'error', and for each time it is made the words that take the error. */
const listeners: Record<string, Record<string, string[]>> = {
  'scripts/run.mjs': { spawn: ["child.on('error'"] },
  'server/backup/sealed-file.ts': {
    createReadStream: ['for await (const chunk of createReadStream(', "packed.on('error'"],
    createGzip: ['await pipeline(packed,'],
    createGunzip: ['for await (const chunk of packed.pipe(text))'],
  },
  'server/database/life-sign.ts': { createServer: ["server.on('error'"] },
  'server/database/pglite-connection.ts': { Worker: ["this.#worker.on('error'"] },
  'server/database/postgres-listener.ts': { Client: ["client.on('error'"] },
  'server/database/postgres.ts': { Pool: ["this.#pool.on('connect', (client) => client.on('error'"] },
  // Its source is in memory and cannot fail.
  'server/domain/contact-import/records-of-file.ts': {
    Readable: ['for await (const cells of parser)'],
    parse: ['for await (const cells of parser)'],
  },
  'server/http/http-server.ts': { createServer: ["node.on('error'"] },
  'server/log/create-log.ts': { pino: ["output.on('error'", 'onProblem === undefined ? destination'] },
  'server/metrics/serve-metrics.ts': { createServer: ["server.on('error'"] },
  // The developer's server, whose end the developer sees.
  'server/pages/development-build.ts': { createNodeServer: ['createNodeServer('] },
  'server/providers/ai/simulated-artist.ts': { Worker: ["worker.on('error'"] },
  // Composes in memory.
  'server/providers/mail/file-mail.ts': { createTransport: ['await transport.sendMail('] },
  'server/providers/mail/smtp-mail.ts': { createTransport: ["transport.on('error'"] },
  // Without a port of its own it only speaks for the sockets it is handed, which have listeners (http-server.ts, client-socket.ts).
  'server/realtime/create-realtime.ts': { WebSocketServer: ['noServer: true'] },
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

  test('nothing that emits errors is made without a listener', () => {
    const wrong = productionFiles().flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      return emittersOf(file, source).flatMap((name) => {
        const known = listeners[file]?.[name] ?? []
        const made = source.match(new RegExp(`(?<![\\w.#])${name}(\\.\\w+)?\\(`, 'g'))?.length ?? 0
        return made === known.length && known.every((words) => source.includes(words))
          ? []
          : `${file} makes ${made} ${name}, and ${known.length} are known. An 'error' event nobody listens to ends the process: give each a permanent listener before anything else, or consume it by pipeline or for await, and name that in \`listeners\`.`
      })
    })
    expect(wrong).toEqual([])
  })

  test('the listeners named here belong to files that still need them', () => {
    const gone = Object.entries(listeners).filter(([file, names]) => {
      const made = existsSync(file) ? emittersOf(file, readFileSync(file, 'utf8')) : []
      return !Object.keys(names).every((name) => made.includes(name))
    })
    expect(gone).toEqual([])
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

/** What runs where the product is in use. */
function productionFiles(): string[] {
  const scripts = readdirSync('scripts', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/^(bench|art|seed)\//.test(name))
    .map((name) => join('scripts', name))
  const server = sourceFiles().filter((file) => file.startsWith('server/') && !file.endsWith('.test.ts'))
  return ['server.ts', ...server, ...scripts, 'app/entry.server.tsx']
}

/** The local names of the imports that make something which emits 'error'. */
function emittersOf(file: string, source: string): string[] {
  return parseSync(file, source).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ isType, importName }) => !isType && emits(moduleRequest.value, importName.name ?? ''))
      .map(({ localName }) => localName.value),
  )
}

function emits(module: string, name: string): boolean {
  if (module === 'node:fs') return emittingFiles.has(name)
  return emitting[module]?.includes(name) === false
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
