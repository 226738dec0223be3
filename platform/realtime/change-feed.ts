import { type Change, createChangeLog, ENDED, readRights } from './change-log.ts'
import { type Channel, type Binding, coversChange, isExpired } from './channel.ts'
import { limits } from './frames.ts'
import { asIdentity, type Identity, SessionEndedError, asService } from '../database/as-identity.ts'
import type { Transaction } from '../database/database.ts'
import type { PlatformOptions } from '../options.ts'
import {
  findAnnouncedTable,
  type OldRow,
  type Question,
  readVisibleRows,
  type VisibleRow,
} from './visible-rows.ts'

export interface Feed {
  /** Resolves once no later change can be missed; the first call starts reading. */
  listening: () => Promise<void>
  close: () => Promise<void>
}

type Needs = Pick<PlatformOptions, 'database' | 'clock' | 'log'>

/** Reads changes of every process from the log and delivers them to `channels`, in order and in batches. */
export function createFeed(channels: ReadonlySet<Channel>, deps: Needs): Feed {
  const { database, log } = deps
  const changeLog = createChangeLog(database)
  let listening: Promise<() => void> | null = null
  let wanted = false
  let working: Promise<void> | null = null

  async function start(): Promise<() => void> {
    await changeLog.start()
    const forget = database.afterCommit(wake)
    // Commits of other processes. Only this one writes to an embedded database.
    const timer = database.kind === 'server' ? setInterval(wake, limits.pollEvery).unref() : undefined
    return () => {
      forget()
      clearInterval(timer)
    }
  }

  /** Coalesces commits during a read or a delivery into one more read. */
  function wake(): void {
    wanted = true
    working ??= work()
  }

  async function work(): Promise<void> {
    while (wanted) {
      wanted = false
      const began = deps.clock().getTime()
      try {
        const changes = await changeLog.read(limits.waitingChanges + 1)
        if (changes.length > limits.waitingChanges) restartChannels()
        else await deliverInBatches(changes)
      } catch (error) {
        log.error({ err: error }, 'delivering changes failed')
        restartChannels()
      }
      // A purge may have deleted changes that were not read.
      if (deps.clock().getTime() - began > limits.purgeEvery) restartChannels()
    }
    // Reset here, not when the promise settles: a commit in between would not start a read.
    working = null
  }

  async function deliverInBatches(changes: Change[]): Promise<void> {
    for (let at = 0; at < changes.length; at += limits.batch)
      await deliver(changes.slice(at, at + limits.batch), channels, deps)
  }

  // Clients reconnect and refetch, so nothing is missed.
  function restartChannels(): void {
    for (const channel of channels) channel.restart()
  }

  const purging = setInterval(() => {
    changeLog.purge().catch((error: unknown) => log.error({ err: error }, 'purging the change log failed'))
  }, limits.purgeEvery).unref()

  return {
    listening: async () => {
      listening ??= start()
      await listening.catch((error: unknown) => {
        listening = null
        throw error
      })
    },
    close: async () => {
      clearInterval(purging)
      const stop = await listening
      stop?.()
      wanted = false
      await working
    },
  }
}

/** Visible rows per binding, in order of the changes. */
type Readings = Map<Binding, Map<Change, VisibleRow>>

interface Reader {
  /** Identity to read as; all channels have the same rights. */
  identity: Identity
  channels: Channel[]
  changes: Change[]
}

/**
 * Sends every channel the changes its subscriber can read. Rows of tables that users with equal rights see alike
 * are read once for all of them, other rows once per session.
 */
async function deliver(changes: Change[], channels: ReadonlySet<Channel>, deps: Needs): Promise<void> {
  const interested = [...channels].filter(
    (channel) =>
      !endIfExpired(channel, deps.clock()) &&
      channel.bindings.some((binding) => changes.some((change) => coversChange(binding, change))),
  )
  if (interested.length === 0) return
  const oldRow = await readOldRows(changes, deps)
  const readings: Readings = new Map(
    interested.flatMap(({ bindings }) => bindings.map((binding) => [binding, new Map()])),
  )
  for (const reader of await findReaders(interested, changes, deps))
    await read(reader, { readings, oldRow }, deps)
  for (const channel of interested) {
    if (!channels.has(channel)) continue
    if (channel.bindings.every((binding) => readings.has(binding))) pushAll(channel, changes, readings)
    else channel.end('The filters of this account take too long.', { retry: true })
  }
}

/** Who reads which changes for which channels. Ends the channels of ended sessions. */
async function findReaders(channels: Channel[], changes: Change[], deps: Needs): Promise<Reader[]> {
  const sessions = [...Map.groupBy(channels, ({ identity }) => JSON.stringify(identity)).values()]
  const readers = sessions.flatMap((ofSession): Reader[] => {
    const [first] = ofSession
    return first ? [{ identity: first.identity, channels: ofSession, changes }] : []
  })
  const rights = await readRights(
    deps.database,
    readers.map(({ identity }) => identity),
  )
  const [ended, live] = partition(readers, ({ identity }) => rights.get(identity) === ENDED)
  for (const reader of ended)
    for (const channel of reader.channels) channel.end('The session has ended. Sign in again.')

  const [shared, own] = partition(changes, (change) => change.shared)
  const together = [...Map.groupBy(live, ({ identity }) => rights.get(identity)).values()].flatMap((group) =>
    group.slice(0, 1).map(({ identity }) => ({
      identity,
      channels: group.flatMap((reader) => reader.channels),
      changes: shared,
    })),
  )
  return [...together, ...live.map((reader) => ({ ...reader, changes: own }))].filter((reader) =>
    reader.channels.some(({ bindings }) =>
      bindings.some((binding) => reader.changes.some((change) => coversChange(binding, change))),
    ),
  )
}

/** Reads in one transaction under the identity, which also checks its session. */
async function read(
  reader: Reader,
  results: { readings: Readings; oldRow: OldRow },
  deps: Needs,
): Promise<void> {
  try {
    await asIdentity(deps.database, reader.identity, (tx) => readAll(tx, reader, results), {
      readOnly: true,
      statementTimeoutMs: 5_000,
      request: { method: 'GET', path: '/realtime/v1' },
    })
  } catch (error) {
    // Only this session has ended; clients of the other sessions simply reconnect.
    if (!(error instanceof SessionEndedError))
      deps.log.error({ err: error }, 'reading changes for subscribers failed')
    // A restart makes the client refetch instead of silently missing a change.
    for (const channel of reader.channels) channel.restart()
  }
}

/** Removes from `readings` the bindings that it had no time to read. */
async function readAll(
  tx: Transaction,
  { channels, changes }: Reader,
  { readings, oldRow }: { readings: Readings; oldRow: OldRow },
): Promise<void> {
  const bindings = channels.flatMap((channel) => channel.bindings)
  const until = performance.now() + limits.readingMs
  for (const [, ofTable] of Map.groupBy(changes, ({ schema, table }) => `${schema}.${table}`)) {
    const [first] = ofTable
    const asking = bindings.filter((binding) => ofTable.some((change) => coversChange(binding, change)))
    const table = first && asking.length > 0 ? await findAnnouncedTable(tx, first) : null
    if (table?.readable !== true) continue
    for (const [number, group] of groupByStatement(asking).entries()) {
      // Everything else waits for the embedded database's only session.
      if (number > 0 && performance.now() > until) {
        for (const binding of group.values()) binding.forEach((late) => readings.delete(late))
        continue
      }
      const questions = [...group.keys()]
      const answers = await readVisibleRows(tx, { table, questions, changes: ofTable, oldRow })
      for (const [question, rows] of answers) {
        for (const binding of group.get(question) ?? []) addRows(readings.get(binding), binding, rows)
      }
    }
  }
}

function partition<T>(all: readonly T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter((one) => belongs(one)), all.filter((one) => !belongs(one))]
}

/**
 * Groups bindings by question, and questions into statements. Dashboards share questions; those most asked come first,
 * so that an account with many filters does not starve the others.
 */
function groupByStatement(bindings: Binding[]): Map<Question, Binding[]>[] {
  const same = Map.groupBy(bindings, ({ requested }) => JSON.stringify([requested.filter, requested.select]))
  const byDemand = [...same.values()].toSorted((one, other) => other.length - one.length)
  const asked = byDemand.flatMap((group): [Question, Binding[]][] => {
    const [first] = group
    return first ? [[{ conditions: first.conditions, select: first.requested.select }, group]] : []
  })
  const groups: Map<Question, Binding[]>[] = []
  for (let at = 0; at < asked.length; at += limits.filtersPerStatement)
    groups.push(new Map(asked.slice(at, at + limits.filtersPerStatement)))
  return groups
}

/** Leaves out events the binding did not ask for. */
function addRows(
  reading: Map<Change, VisibleRow> | undefined,
  binding: Binding,
  rows: ReadonlyMap<Change, VisibleRow>,
): void {
  for (const [change, row] of rows) if (coversChange(binding, change)) reading?.set(change, row)
}

function pushAll(channel: Channel, changes: Change[], readings: Readings): void {
  for (const change of changes) {
    const told = channel.bindings.filter((binding) => readings.get(binding)?.has(change))
    // Bindings may select different columns, and a message carries one record.
    for (const [row, bindings] of Map.groupBy(told, (binding) => readings.get(binding)?.get(change))) {
      if (row !== undefined) channel.push('postgres_changes', message(change, row, bindings))
    }
  }
}

function message(change: Change, row: VisibleRow, bindings: Binding[]) {
  const { schema, table, type, at } = change
  const tooLarge = type !== 'DELETE' && JSON.stringify(row.record).length > limits.recordBytes
  const data = {
    schema,
    table,
    type,
    commit_timestamp: at,
    columns: row.columns,
    errors: tooLarge ? ['Error 413: Payload Too Large'] : null,
    ...(type === 'DELETE' ? {} : { record: tooLarge ? row.key : row.record }),
    ...(type === 'INSERT' ? {} : { old_record: row.key }),
  }
  return { ids: bindings.map(({ id }) => id), data }
}

async function readOldRows(changes: Change[], { database }: Needs): Promise<OldRow> {
  const ids = changes.flatMap(({ type, id }) => (type === 'DELETE' ? id : []))
  if (ids.length === 0) return () => undefined
  const { rows } = await asService(
    database,
    (tx) =>
      tx.query<{ id: string; old: string }>(
        'select id::text as id, old::text as old from realtime.changes where id = any ($1::bigint[])',
        [ids],
      ),
    { readOnly: true },
  )
  const byId = new Map(rows.map(({ id, old }) => [id, old]))
  return ({ id }) => byId.get(id)
}

function endIfExpired(channel: Channel, now: Date): boolean {
  if (!isExpired(channel, now)) return false
  channel.end('The access token has expired.', { retry: true })
  return true
}
