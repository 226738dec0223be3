import { asIdentity, SessionEndedError } from '../database/as-identity.ts'
import type { Transaction } from '../database/database.ts'
import type { Change } from './change.ts'
import { type Binding, type Channel, concerns, isExpired } from './channel.ts'
import { limits } from './limits.ts'
import type { RealtimeDependencies } from './realtime-dependencies.ts'
import { type OldRow, readVisibleRows, type VisibleRow } from './visible-rows.ts'

/** What each binding may be told, in the order the changes took place. */
type Readings = Map<Binding, Map<Change, VisibleRow>>

/**
 * Tells every channel about the changes its own subscriber can read. Each subscriber's rows are read in one
 * transaction under its identity, which also finds out whether its session still lives.
 */
export async function deliver(
  changes: Change[],
  channels: ReadonlySet<Channel>,
  deps: RealtimeDependencies,
): Promise<void> {
  const oldRow = await readOldRows(changes, deps)
  for (const [, group] of Map.groupBy(channels, ({ identity }) => JSON.stringify(identity))) {
    const current = group.filter((channel) => !endIfExpired(channel, deps.clock()))
    const interested = current.filter(({ bindings }) =>
      bindings.some((binding) => changes.some((change) => concerns(binding, change))),
    )
    await deliverToSubscriber({ changes, channels: interested, oldRow }, deps)
  }
}

interface Delivery {
  changes: Change[]
  /** All of one subscriber. */
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
    for (const channel of channels) pushAll(channel, changes, readings)
  } catch (error) {
    if (error instanceof SessionEndedError) {
      for (const channel of channels) channel.end(error.message)
      return
    }
    deps.log.error({ err: error }, 'changes could not be read for a subscriber')
    // Rather than silently miss a change, the client starts over and reads what is there.
    for (const channel of channels) channel.restart()
  }
}

async function readAll(tx: Transaction, { changes, channels, oldRow }: Delivery): Promise<Readings> {
  const readings: Readings = new Map()
  const known = new Map<string, Map<Change, VisibleRow>>()
  for (const binding of channels.flatMap(({ bindings }) => bindings)) {
    const { event, filter, select } = binding.requested
    const rows = new Map<Change, VisibleRow>()
    const wanted = changes.filter((change) => concerns(binding, change))
    for (const [table, ofTable] of Map.groupBy(wanted, (change) => `${change.schema}.${change.table}`)) {
      // Tabs of one person ask for the same: read once.
      const question = JSON.stringify([table, event, filter, select])
      const read = known.get(question) ?? (await readVisibleRows(tx, { binding, changes: ofTable, oldRow }))
      known.set(question, read)
      for (const [change, row] of read) rows.set(change, row)
    }
    readings.set(binding, rows)
  }
  return readings
}

function pushAll(channel: Channel, changes: Change[], readings: Readings): void {
  for (const change of changes) {
    const told = channel.bindings.filter((binding) => readings.get(binding)?.has(change))
    // Bindings may ask for different columns, and one message carries one record.
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
  const { rows } = await asIdentity(
    database,
    { role: 'service_role' },
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
