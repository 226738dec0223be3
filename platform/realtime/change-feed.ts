import { CHANGES, type Change, parseChange } from './row-change.ts'
import { type Channel, type Binding, coversChange, isExpired } from './channel.ts'
import { limits } from './frames.ts'
import type { RealtimeDependencies } from './realtime-dependencies.ts'
import { asIdentity, SessionEndedError, asService } from '../database/as-identity.ts'
import type { Transaction } from '../database/database.ts'
import {
  findAnnouncedTable,
  type OldRow,
  type Question,
  readVisibleRows,
  type VisibleRow,
} from './visible-rows.ts'

export interface Feed {
  /** Resolves once LISTEN is active; the first call starts it. */
  listening: () => Promise<void>
  close: () => Promise<void>
}

/** Receives changes from every process and delivers them to `channels`, in order and in batches. */
export function createFeed(channels: ReadonlySet<Channel>, deps: RealtimeDependencies): Feed {
  const waiting: Change[] = []
  let listening: Promise<() => Promise<void>> | null = null
  let working: Promise<void> | null = null

  function hear(payload: string): void {
    if (channels.size === 0) return
    waiting.push(parseChange(payload))
    if (waiting.length > limits.waitingChanges) startOver()
    working ??= work().finally(() => {
      working = null
    })
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      try {
        await deliver(waiting.splice(0, limits.batch), channels, deps)
      } catch (error) {
        deps.log.error({ err: error }, 'delivering changes failed')
        startOver()
      }
    }
  }

  // After a failure or lost notifications: clients reconnect and refetch, so nothing is missed.
  function startOver(): void {
    waiting.length = 0
    for (const channel of channels) channel.restart()
  }

  return {
    listening: async () => {
      listening ??= deps.database.listen(CHANGES, hear, startOver)
      await listening.catch((error: unknown) => {
        listening = null
        throw error
      })
    },
    close: async () => {
      const stop = await listening
      await stop?.()
      await working
    },
  }
}

/** Visible rows per binding, in order of the changes; omits bindings that ran out of time. */
type Readings = Map<Binding, Map<Change, VisibleRow>>

/**
 * Sends every channel the changes its subscriber can read. Reads each subscriber's rows in one transaction under its
 * identity, which also checks its session.
 */
async function deliver(
  changes: Change[],
  channels: ReadonlySet<Channel>,
  deps: RealtimeDependencies,
): Promise<void> {
  const oldRow = await readOldRows(changes, deps)
  for (const [, group] of Map.groupBy(channels, ({ identity }) => JSON.stringify(identity))) {
    const current = group.filter((channel) => !endIfExpired(channel, deps.clock()))
    const interested = current.filter(({ bindings }) =>
      bindings.some((binding) => changes.some((change) => coversChange(binding, change))),
    )
    await deliverToSubscriber({ changes, channels: interested, oldRow }, deps)
  }
}

interface Delivery {
  changes: Change[]
  /** All channels of one subscriber. */
  channels: Channel[]
  oldRow: OldRow
}

async function deliverToSubscriber(
  { changes, channels, oldRow }: Delivery,
  deps: RealtimeDependencies,
): Promise<void> {
  const [first] = channels
  if (first === undefined) return
  try {
    const readings = await asIdentity(
      deps.database,
      first.identity,
      (tx) => readAll(tx, { changes, channels, oldRow }),
      { readOnly: true, statementTimeoutMs: 5_000, request: { method: 'GET', path: '/realtime/v1' } },
    )
    for (const channel of channels) {
      if (channel.bindings.every((binding) => readings.has(binding))) pushAll(channel, changes, readings)
      else channel.end('The filters of this account take too long.', { retry: true })
    }
  } catch (error) {
    if (error instanceof SessionEndedError) {
      for (const channel of channels) channel.end(error.message)
      return
    }
    deps.log.error({ err: error }, 'reading changes for a subscriber failed')
    // A restart makes the client refetch instead of silently missing a change.
    for (const channel of channels) channel.restart()
  }
}

async function readAll(tx: Transaction, { changes, channels, oldRow }: Delivery): Promise<Readings> {
  const bindings = channels.flatMap((channel) => channel.bindings)
  const readings: Readings = new Map(bindings.map((binding) => [binding, new Map()]))
  const until = performance.now() + limits.readingMs
  for (const [, ofTable] of Map.groupBy(changes, ({ schema, table }) => `${schema}.${table}`)) {
    const [first] = ofTable
    const asking = bindings.filter((binding) => ofTable.some((change) => coversChange(binding, change)))
    const table = first && asking.length > 0 ? await findAnnouncedTable(tx, first) : null
    if (table?.readable !== true) continue
    for (const [number, group] of groupByStatement(asking).entries()) {
      // All others wait for the embedded database's single session.
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
  return readings
}

/** Groups bindings by question, and questions into statements. Tabs of one person share questions. */
function groupByStatement(bindings: Binding[]): Map<Question, Binding[]>[] {
  const same = Map.groupBy(bindings, ({ requested }) => JSON.stringify([requested.filter, requested.select]))
  const asked = [...same.values()].flatMap((group): [Question, Binding[]][] => {
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

async function readOldRows(changes: Change[], { database }: RealtimeDependencies): Promise<OldRow> {
  const ids = changes.flatMap(({ deleted }) => deleted ?? [])
  if (ids.length === 0) return () => undefined
  const { rows } = await asService(
    database,
    (tx) =>
      tx.query<{ id: string; old: string }>(
        'select id::text as id, old::text as old from realtime.deleted_rows where id = any ($1::bigint[])',
        [ids],
      ),
    { readOnly: true },
  )
  const byId = new Map(rows.map(({ id, old }) => [id, old]))
  return ({ deleted }) => (deleted === null ? undefined : byId.get(deleted))
}

function endIfExpired(channel: Channel, now: Date): boolean {
  if (!isExpired(channel, now)) return false
  channel.end('The access token has expired.', { retry: true })
  return true
}
