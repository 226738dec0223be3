// A front for many cells: one process and one database per agency, most of them asleep. Passes a request to the cell of
// its host name, and starts that cell if necessary. `node front.ts SETTINGS.json`; ends with its cells on SIGTERM.
import { readFileSync } from 'node:fs'
import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { startServer, type StartedServer } from '../faults/started-server.ts'
import { CHORES_EVERY_MS, findNextDue } from './next-due.ts'

export interface CellPlace {
  host: string
  databaseUrl: string
  dataDirectory: string
}

export interface FrontSettings {
  cells: CellPlace[]
  /** Largest number of cells awake; `starts` more exist while others end. */
  awake: number
  /** Largest number of processes that start at the same time. */
  starts: number
  /** Milliseconds without a request after which a cell ends. */
  idleMs: number
  /** Milliseconds for which a cell stays awake for a due job. */
  choresMs: number
}

/** Answered on the host name `front`. */
export interface FrontReport {
  awake: string[]
  starts: number
  /** Starts for a due job. */
  dueStarts: number
  /** Milliseconds from the start of the front to the last answer about due jobs. */
  askedAllMs: number | null
}

interface Running {
  server: StartedServer
  agent: Agent
}

interface Cell extends CellPlace {
  running: Running | null
  starting: Promise<Running> | null
  underWay: number
  /** Awake until then unless others need its place. */
  busyUntil: number
  /** Awake until then for a due job. */
  dutyUntil: number
  dueAt: number
}

const TICK_MS = 100
/** Requests that wait for one cell to start; more are refused. */
const MOST_WAITING = 100
/** Cells asked at the same time when the front starts. */
const ASKED_AT_ONCE = 4

// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as FrontSettings
const { idleMs, choresMs } = settings
const cells = new Map<string, Cell>(
  settings.cells.map((place) => [
    place.host,
    { ...place, running: null, starting: null, underWay: 0, busyUntil: 0, dutyUntil: 0, dueAt: Infinity },
  ]),
)
const processes = createSlots(settings.awake + settings.starts)
const starts = createSlots(settings.starts)
const ending = new Set<Promise<void>>()
const counts = { starts: 0, dueStarts: 0, askedAllMs: null as number | null }
const begun = performance.now()

const front = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
  if (incoming.headers.host === 'front') response.end(JSON.stringify(report()))
  else void pass(incoming, response)
})
front.on('upgrade', (incoming, socket: Duplex, head: Buffer) => void join(incoming, socket, head))
front.listen(0, '127.0.0.1', () => {
  const bound = front.address()
  console.log(`http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`)
})
const ticking = setInterval(tick, TICK_MS)
process.once('SIGTERM', () => void stop())
await askAll()

async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const cell = findCell(incoming)
  if (cell === undefined) return void response.writeHead(421).end()
  if (cell.underWay >= MOST_WAITING) return void response.writeHead(503, { 'Retry-After': '1' }).end()
  hold(cell, response)
  try {
    const { server, agent } = await wake(cell)
    const outgoing = ask(new URL(incoming.url ?? '/', server.address), {
      agent,
      method: incoming.method,
      headers: forwarded(incoming),
    })
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    outgoing.on('error', () => fail(response))
    incoming.on('error', () => outgoing.destroy())
    incoming.pipe(outgoing)
  } catch (error) {
    console.error(error)
    fail(response)
  }
}

/** An open socket, such as that of a dashboard, keeps its cell awake. */
async function join(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => socket.destroy())
  const cell = findCell(incoming)
  if (cell === undefined) return void socket.destroy()
  hold(cell, socket)
  const { server } = await wake(cell)
  const { hostname, port } = new URL(server.address)
  const upstream = connect(Number(port), hostname, () => {
    const lines = Object.entries(forwarded(incoming)).map(([name, value]) => `${name}: ${String(value)}`)
    upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    socket.pipe(upstream).pipe(socket)
  })
  upstream.on('error', () => socket.destroy())
  socket.once('close', () => upstream.destroy())
}

function hold(cell: Cell, until: ServerResponse | Duplex): void {
  cell.underWay += 1
  until.once('close', () => {
    cell.underWay -= 1
    keepAwake(cell, idleMs)
  })
}

function findCell({ headers: { host = '' } }: IncomingMessage): Cell | undefined {
  return cells.get(host.replace(/:\d+$/, ''))
}

function forwarded({ headers, socket }: IncomingMessage) {
  const before = headers['x-forwarded-for']
  return { ...headers, 'x-forwarded-for': [before, socket.remoteAddress].filter(Boolean).join(', ') }
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(502, { 'Retry-After': '1' }).end()
}

async function wake(cell: Cell): Promise<Running> {
  if (cell.running) return cell.running
  cell.starting ??= start(cell).finally(() => (cell.starting = null))
  return cell.starting
}

async function start(cell: Cell): Promise<Running> {
  counts.starts += 1
  await processes.take()
  await starts.take()
  try {
    const settings = { PUBLIC_SITE_URL: `http://${cell.host}`, TRUSTED_PROXIES: '2', NIGHTLY_BACKUP: 'off' }
    const server = await startServer({ ...cell, settings })
    const running = { server, agent: new Agent({ keepAlive: true }) }
    void server.ended.then(() => afterEnd(cell, running))
    keepAwake(cell, idleMs)
    return (cell.running = running)
  } catch (error) {
    processes.give()
    throw error
  } finally {
    starts.give()
  }
}

/** Ends idle cells, the longest idle one also to make room, and starts those with due jobs. */
function tick(): void {
  const now = Date.now()
  const awake = [...cells.values()].filter(({ running, starting }) => running !== null || starting !== null)
  const tooMany = awake.length - settings.awake
  awake
    .filter(({ running, underWay, dutyUntil }) => running !== null && underWay === 0 && dutyUntil <= now)
    .toSorted((one, other) => one.busyUntil - other.busyUntil)
    .forEach((cell, index) => {
      if (cell.busyUntil <= now || index < tooMany) fallAsleep(cell)
    })
  // Visitors come first.
  if (processes.waiting() > 0) return
  const due = [...cells.values()].filter((cell) => cell.dueAt <= now && !awake.includes(cell))
  for (const cell of due.slice(0, Math.max(0, settings.starts - tooMany))) {
    counts.dueStarts += 1
    cell.dutyUntil = now + choresMs
    keepAwake(cell, choresMs)
    wake(cell).catch(console.error)
  }
}

function keepAwake(cell: Cell, milliseconds: number): void {
  cell.busyUntil = Math.max(cell.busyUntil, Date.now() + milliseconds)
}

/** From now on a request starts another process. */
function fallAsleep(cell: Cell): void {
  if (cell.running === null) return
  const end = cell.running.server.stop().catch(console.error)
  cell.running = null
  ending.add(end)
  void end.then(() => ending.delete(end))
}

/** Asks for the next due job, which the cell may have planned until it ended. */
async function afterEnd(cell: Cell, ended: Running): Promise<void> {
  // It may have ended by itself.
  if (cell.running === ended) cell.running = null
  ended.agent.destroy()
  processes.give()
  cell.dueAt = await findNextDue(cell.databaseUrl)
}

/** The front stores nothing, so after its start it asks every cell. */
async function askAll(): Promise<void> {
  const left = [...cells.values()]
  const askSome = async () => {
    for (let cell = left.pop(); cell !== undefined; cell = left.pop()) {
      const due = await findNextDue(cell.databaseUrl)
      // Spread over the day.
      cell.dueAt = Math.min(due, Date.now() + Math.random() * CHORES_EVERY_MS)
    }
  }
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askSome))
  counts.askedAllMs = Math.round(performance.now() - begun)
}

function report(): FrontReport {
  const awake = [...cells.values()].filter(({ running }) => running !== null).map(({ host }) => host)
  return { awake, ...counts }
}

async function stop(): Promise<void> {
  clearInterval(ticking)
  front.close()
  front.closeAllConnections()
  for (const cell of cells.values()) fallAsleep(cell)
  await Promise.allSettled([...cells.values()].flatMap(({ starting }) => starting ?? []))
  for (const cell of cells.values()) fallAsleep(cell)
  await Promise.all(ending)
  process.exit(0)
}

/** A semaphore, first come, first served. */
function createSlots(count: number) {
  let free = count
  const queue: (() => void)[] = []
  return {
    take: async () => {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => queue.push(resolve))
    },
    give: () => {
      const next = queue.shift()
      if (next) next()
      else free += 1
    },
    waiting: () => queue.length,
  }
}
