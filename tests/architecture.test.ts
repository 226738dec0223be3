import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

/** Imports that a group of files may have. */
interface Rule {
  name: string
  covers: (file: string) => boolean
  may: (target: string, file: string) => boolean
}

/** Composition files: the only server files that may import features. */
const composition = new Set([
  'server/first-start.ts',
  'server/functions.ts',
  'server/queues.ts',
  'server/router.ts',
  'server/schedule.ts',
])
/** Pure files that the server and the browser read. */
const everywhere = [
  'db/row-types.ts',
  'business-hours.ts',
  'site.config.ts',
  'web/cache-control.ts',
  'web/legacy-redirects.ts',
  'web/page-context.ts',
  'web/picture-addresses.ts',
  'web/script-policies.ts',
  'web/staff-pages.ts',
]
/** Layers of the browser code: each may import those before it. */
const webFolders = [
  'web/assets/',
  'web/styles/',
  'web/ui/',
  'web/api/',
  'web/site/',
  'web/enhance/',
  'web/navigation/',
  'web/workspace/',
]

// docs/architecture.md, "Import rules".
const rules: Rule[] = [
  {
    name: 'a feature imports the frame, and of other features only their doors',
    covers: (file) => file.startsWith('features/'),
    may: (target, file) =>
      findFeature(target) === findFeature(file) ||
      isDoor(target) ||
      startsWithOne(target, [...webFolders, 'web/root-data.ts', ...everywhere]) ||
      (isServerFile(file) && startsWithOne(target, ['platform/', 'server/'])),
  },
  {
    name: 'a feature does not import what puts the server together',
    covers: (file) => file.startsWith('features/'),
    may: (target) => !composition.has(target) && !target.startsWith('server/pages/'),
  },
  {
    name: 'the platform imports nothing but itself',
    covers: (file) => file.startsWith('platform/'),
    may: (target) => target.startsWith('platform/'),
  },
  {
    name: 'the server knows no feature',
    covers: (file) => file.startsWith('server/') && !composition.has(file),
    may: (target) => startsWithOne(target, ['platform/', 'server/', 'build/', 'db/', ...everywhere]),
  },
  {
    name: 'what the browser loads imports nothing of the server',
    covers: (file) => startsWithOne(file, ['web/', 'features/']) && !isServerFile(file),
    may: (target) => !startsWithOne(target, ['platform/', 'server/']) && !isServerFile(target),
  },
  {
    name: 'the frame of the browser program knows no feature and keeps its order',
    covers: (file) => startsWithOne(file, webFolders),
    may: (target, file) =>
      startsWithOne(
        target,
        webFolders.slice(0, 1 + webFolders.findIndex((folder) => file.startsWith(folder))),
      ) || startsWithOne(target, ['web/root-data.ts', ...everywhere]),
  },
  {
    name: 'the running program imports neither the workshop nor the commands',
    covers: (file) => !startsWithOne(file, ['art/', 'scripts/', 'tests/']),
    may: (target) => !startsWithOne(target, ['art/', 'scripts/', 'tests/']) && !target.includes('.fixture.'),
  },
]

/**
 * Modules with exports that emit 'error', which ends the process if unhandled. Lists the exports that do not emit.
 */
const emitting: Record<string, string[]> = {
  'node:child_process': ['spawnSync'],
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
  imapflow: [],
  nodemailer: [],
  pg: ['escapeIdentifier', 'escapeLiteral'],
  pino: [],
  ws: [],
}
/** The only exports of node:fs that emit. */
const emittingFiles = new Set(['createReadStream', 'createWriteStream', 'watch', 'watchFile'])

/** For each file that creates an emitter: one piece of code per emitter that handles its errors. */
const listeners: Record<string, Record<string, string[]>> = {
  'scripts/run.mjs': { spawn: ["child.on('error'"] },
  'scripts/adopt/ask.ts': { createInterface: ['terminal[Symbol.asyncIterator]()'] },
  'server/backup/sealed-file.ts': {
    createReadStream: ['for await (const chunk of createReadStream(', "packed.on('error'"],
    createGzip: ['await pipeline(packed,'],
    createGunzip: ['for await (const chunk of packed.pipe(text))'],
  },
  'platform/database/pglite-connection.ts': { Worker: ["this.#worker.on('error'"] },
  'platform/database/postgres-listener.ts': { Client: ["client.on('error'"] },
  'platform/database/postgres.ts': { Pool: ["this.#pool.on('connect', (client) => client.on('error'"] },
  // In-memory source, cannot fail.
  'features/contact-import/import-file.server.ts': {
    Readable: ['for await (const cells of parser)'],
    parse: ['for await (const cells of parser)'],
  },
  // Composes in memory.
  'features/sandbox/sandbox-mail.server.ts': { createTransport: ['await transport.sendMail('] },
  'features/email/mailbox-connection.server.ts': { ImapFlow: ["client.on('error'"] },
  'features/email/mail-parser.server.ts': { Worker: ["started.on('error'"] },
  'features/bookings/calendar-parser.server.ts': { Worker: ["worker.on('error'"] },
  'platform/http/http-server.ts': { createServer: ["node.on('error'"] },
  'server/log/log.ts': { pino: ["output.on('error'", 'onProblem === undefined ? destination'] },
  'server/metrics/metrics.ts': { createServer: ["server.on('error'"] },
  // Development server only.
  'server/pages/page-build.ts': { createNodeServer: ['createNodeServer('] },
  // Composes in memory.
  'server/mail/file-mail.ts': { createTransport: ['await transport.sendMail('] },
  'server/mail/smtp-mail.ts': { createTransport: ["transport.on('error'"] },
  // noServer: it only uses sockets that already have listeners (http-server.ts, client-socket.ts).
  'platform/realtime/create-realtime.ts': { WebSocketServer: ['noServer: true'] },
}

/** Large packages, loaded on first use: together they would be half of the modules of a start. */
const late = [
  '@electric-sql/pglite',
  '@electric-sql/pglite/nodefs',
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  'html-to-text',
  'imapflow',
  'nodemailer',
  'postal-mime',
  'satori',
  'sharp',
  'twilio',
  'undici',
  'web-push',
]

describe('imports follow the architecture', () => {
  const files = sourceFiles()
  const imports = files.flatMap((file) => listImports(file).map((target) => ({ file, target })))

  test('the architecture rules cover every source file', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(imports.length).toBeGreaterThan(2000)
  })

  test('no import breaks an architecture rule', () => {
    const found = rules.flatMap(({ covers, may }) =>
      imports
        .filter(({ file, target }) => covers(file) && !may(target, file))
        .map(({ file, target }) => `${file} -> ${target}`),
    )
    expect([...new Set(found)].toSorted()).toEqual([])
  })

  test('no folders import each other in a cycle', () => {
    expect(listCycles(imports)).toEqual([])
  })

  test('only server/config.ts reads the environment', () => {
    const wrong = files.filter(
      (file) => file !== 'server/config.ts' && /process\.env\b/.test(readFileSync(file, 'utf8')),
    )
    expect(wrong).toEqual([])
  })

  test("every EventEmitter that can emit 'error' has an error listener", () => {
    const wrong = productionFiles().flatMap((file) => {
      const source = readFileSync(file, 'utf8')
      return listEmitters(file, source).flatMap((name) => {
        const known = listeners[file]?.[name] ?? []
        const made = source.match(new RegExp(`(?<![\\w.#])${name}(\\.\\w+)?\\(`, 'g'))?.length ?? 0
        return made === known.length && known.every((words) => source.includes(words))
          ? []
          : `${file} makes ${made} ${name}, and ${known.length} are known. An 'error' event nobody listens to ends the process: give each a permanent listener before anything else, or consume it by pipeline or for await, and name that in \`listeners\`.`
      })
    })
    expect(wrong).toEqual([])
  })

  test('the start loads no package that only some requests or settings need', () => {
    const found = listStartPackages()
    expect(found).toContain('pg')
    expect(late.filter((name) => found.has(name))).toEqual([])
  })

  test('every file in the listener list still creates an emitter', () => {
    const gone = Object.entries(listeners).filter(([file, names]) => {
      const made = existsSync(file) ? listEmitters(file, readFileSync(file, 'utf8')) : []
      return !Object.keys(names).every((name) => made.includes(name))
    })
    expect(gone).toEqual([])
  })

  test('the REST layer names no table', () => {
    const tables =
      /\b(profiles|blog_posts|crm_contacts|communication_logs|notifications|contact_submissions|consent_events)\b/
    const wrong = files.filter(
      (file) =>
        file.startsWith('platform/rest/') &&
        !file.endsWith('.test.ts') &&
        tables.test(readFileSync(file, 'utf8')),
    )
    expect(wrong).toEqual([])
  })
})

const breakpoints = new Set([
  '768px',
  '767.98px',
  '1024px',
  '1023.98px',
  '1200px',
  '1199.98px',
  '1400px',
  '1399.98px',
  '1536px',
])

describe('styles follow the rules', () => {
  const sheets = ['features', 'web/site', 'web/ui', 'web/workspace'].flatMap(listStyles)

  test('the rules cover all style sheets', () => {
    expect(sheets.length).toBeGreaterThan(100)
  })

  test('styles of features are CSS Modules', () => {
    const global = sheets.filter((file) => file.startsWith('features/') && !file.endsWith('.module.css'))
    expect(global).toEqual([])
  })

  test('padding, margins and gaps come from the spacing scale', () => {
    // Less than 0.1em evens out the white space around a letter; -1px lays a line over another.
    const allowed = /var\([^)]*\)|-?0\.0\d+em|-1px/g
    const wrong = listMatches(sheets, /(?<=[\s{;])(padding|margin|(row-|column-)?gap)[a-z-]*:[^;}]*/g).filter(
      ({ match }) => /\d(px|r?em|ch|lh)\b/.test(match.replaceAll(allowed, '')),
    )
    expect(wrong).toEqual([])
  })

  test('layouts change at four widths and at the width of the page', () => {
    const wrong = listMatches(sheets, /(?<=(min|max)-width: ?)[\d.]+\w+(?=\))/g).filter(
      ({ match }) => !breakpoints.has(match),
    )
    expect(wrong).toEqual([])
  })

  test('colors come from the tokens', () => {
    expect(listMatches(sheets, /#[\da-f]{3,8}\b/gi)).toEqual([])
  })
})

function listStyles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join(folder, name))
}

function listMatches(files: string[], pattern: RegExp): { file: string; match: string }[] {
  return files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(pattern), ([match]) => ({ file, match })),
  )
}

/** Source files without tests. */
function sourceFiles(): string[] {
  const inFolders = ['features', 'platform', 'server', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return ['server.ts', ...inFolders].filter((file) => !/\.(test|fixture|table)\./.test(file))
}

/** Code that runs in production. */
function productionFiles(): string[] {
  const scripts = readdirSync('scripts', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/^(bench|seed)\/|\.test\./.test(name))
    .map((name) => join('scripts', name))
  const server = sourceFiles().filter(
    (file) => startsWithOne(file, ['platform/', 'server']) || isServerFile(file),
  )
  return [...server, ...scripts, 'web/entry.server.tsx']
}

function isServerFile(file: string): boolean {
  return file.includes('.server.')
}

function startsWithOne(path: string, prefixes: string[]): boolean {
  return prefixes.some((prefix) => path.startsWith(prefix))
}

function findFeature(path: string): string | undefined {
  return /^features\/([^/]+)\//.exec(path)?.[1]
}

/** A file named like its folder, such as `features/contacts/contacts.api.ts`; other features may import it. */
function isDoor(path: string): boolean {
  return /^features\/([^/]+)\/\1(\.api|\.server)?\.tsx?$/.test(path)
}

/** A feature or a second-level folder; a file at the top level counts as its own. */
function findRoom(path: string): string {
  return /^[^/]+\/[^/]+/.exec(path)?.[0] ?? path
}

/** Groups of folders that import each other, directly or indirectly. */
function listCycles(imports: { file: string; target: string }[]): string[][] {
  const edges = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [findRoom(file), findRoom(target)]
    if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  }
  const reach = new Map([...edges.keys()].map((room) => [room, listReachable(edges, room)]))
  const cyclic = [...reach].filter(([room, reached]) => reached.has(room)).map(([room]) => room)
  const groups = cyclic.map((room) =>
    cyclic.filter((other) => reach.get(room)?.has(other) && reach.get(other)?.has(room)).toSorted(),
  )
  return [...new Map(groups.map((rooms) => [rooms.join(' '), rooms])).values()]
}

function listReachable(edges: Map<string, Set<string>>, start: string): Set<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let room = open.pop(); room !== undefined; room = open.pop())
    for (const next of edges.get(room) ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        open.push(next)
      }
  return seen
}

/** Local names of imports that create an emitter. */
function listEmitters(file: string, source: string): string[] {
  const early = parseSync(file, source).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ isType, importName }) => !isType && emits(moduleRequest.value, importName.name ?? ''))
      .map(({ localName }) => localName.value),
  )
  const late = source.matchAll(/const \{ (\w+) \} = await import\('([^']+)'\)/g)
  return [
    ...early,
    ...Array.from(late).flatMap(([, name = '', module = '']) => (emits(module, name) ? name : [])),
  ]
}

/** Packages that `server.ts` loads before it listens, directly or through its files. */
function listStartPackages(): Set<string> {
  const files = ['server.ts']
  const packages = new Set<string>()
  // The list grows while it is read.
  for (const file of files) {
    const { module } = parseSync(file, readFileSync(file, 'utf8'))
    const loaded = [
      ...module.staticImports.filter(
        ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
      ),
      ...module.staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType)),
    ].flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
    for (const name of loaded) {
      const target = join(dirname(file), name)
      if (!name.startsWith('.')) packages.add(name)
      else if (/\.tsx?$/.test(target) && !files.includes(target)) files.push(target)
    }
  }
  return packages
}

function emits(module: string, name: string): boolean {
  if (module === 'node:fs') return emittingFiles.has(name)
  return emitting[module]?.includes(name) === false
}

/** Project files that `file` imports, statically or dynamically, as paths from the root. */
function listImports(file: string): string[] {
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
