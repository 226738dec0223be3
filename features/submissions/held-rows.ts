import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { PHONE, useMedia } from '../../web/ui/use-media.ts'
import { useOwnOnly } from '../../web/workspace/owner-filter.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import type { useWaitingPages } from './use-replies.ts'
import type { WaitingListRow } from './waiting-list.api.ts'

interface OpenList {
  /** Changes when the list is opened anew. */
  view: string
  pages: readonly WaitingListRow[][]
  held: HeldRows
  /** Whether the list was up to date since it was opened: what was loaded before may be old. */
  settled: boolean
}

/** The rows in their order when the list was opened or Show was pressed last, and what came in since. */
export function useHeldRows({ data, isFetching, hasNextPage }: ReturnType<typeof useWaitingPages>) {
  const { params } = useAddress()
  // On phones, an open person hides the list.
  const hidden = useMedia(PHONE) && params.has('contact')
  const view = `${useOwnOnly()} ${hidden}`
  const [before, setList] = useState<OpenList | null>(null)
  const pages = data?.pages
  const rows = useMemo(() => pages?.flat() ?? [], [pages])
  let list = before
  if (pages && !(before?.view === view && before.pages === pages && (before.settled || isFetching))) {
    const open = before?.view === view ? before : null
    const held = open?.settled ? holdRows(open.held, rows, !hasNextPage) : placeRows(rows, !hasNextPage)
    list = { view, pages, held, settled: open?.settled || !isFetching }
    setList(list)
  }
  const { shown, news } = list ? splitRows(list.held, rows) : { shown: [], news: [] }
  const show = () => {
    flushSync(() => setList(list && { ...list, held: placeRows(rows, !hasNextPage) }))
    document.querySelector<HTMLElement>(`[data-person="${news[0]?.id}"] :is(a, button)`)?.focus()
  }
  return { shown, news, show }
}

type Row = Pick<WaitingListRow, 'id' | 'since' | 'due_at'>

/** The place of a row in the open list. */
interface Place extends Row {
  /** Answered, and not waiting again. Kept because Undo brings the row back. */
  gone: boolean
}

/** The order of the rows while the list is open. */
export interface HeldRows {
  places: readonly Place[]
  /** Whether the last page is loaded. */
  complete: boolean
}

/** A row, and the due time that gave it its place. */
export interface ShownRow<Full = WaitingListRow> {
  row: Full
  placedBy: string
}

/** All rows, in the order of their promises. */
export function placeRows(rows: readonly Row[], complete: boolean): HeldRows {
  return { places: rows.map(placeRow), complete }
}

/** Rows keep their order; answered ones leave, and new ones get no place. An empty list takes them all. */
export function holdRows(held: HeldRows, rows: readonly Row[], complete: boolean): HeldRows {
  const known = new Map(rows.map((row) => [row.id, row]))
  const places = held.places.map((place) => {
    const row = known.get(place.id)
    const gone = row === undefined || (place.gone && place.since !== row.since)
    return { ...place, since: gone ? place.since : row.since, gone }
  })
  const placed = new Set(places.map(({ id }) => id))
  // Rows of a page that was not loaded before come after all others.
  const loaded = held.complete ? [] : rows.slice(rows.findLastIndex(({ id }) => placed.has(id)) + 1)
  const all = [...places, ...loaded.map(placeRow)]
  return all.some(({ gone }) => !gone) ? { places: all, complete } : placeRows(rows, complete)
}

function placeRow({ id, since, due_at }: Row): Place {
  return { id, since, due_at, gone: false }
}

/** The rows in the held order, and the new or more urgent ones that would change it. */
export function splitRows<Full extends Row>(
  { places }: HeldRows,
  rows: readonly Full[],
): { shown: ShownRow<Full>[]; news: Full[] } {
  const known = new Map(rows.map((row) => [row.id, row]))
  const shown = places.flatMap(({ id, due_at: placedBy, gone }) => {
    const row = gone ? undefined : known.get(id)
    return row ? [{ row, placedBy }] : []
  })
  const due = new Map(shown.map(({ row, placedBy }) => [row.id, Date.parse(placedBy)]))
  const news = rows.filter(({ id, due_at }) => Date.parse(due_at) < (due.get(id) ?? Infinity))
  return { shown, news }
}

const nouns: Record<WaitingListRow['latest_kind'], readonly [one: string, many: string]> = {
  inquiry: ['inquiry', 'inquiries'],
  text: ['text', 'texts'],
  call: ['missed call', 'missed calls'],
  voicemail: ['voicemail', 'voicemails'],
  email: ['email', 'emails'],
  booking: ['booking', 'bookings'],
}

/** For example "1 new inquiry" or "2 new texts, 1 missed call". */
export function describeNews(news: readonly Pick<WaitingListRow, 'latest_kind'>[]): string {
  return Array.from(Map.groupBy(news, ({ latest_kind: kind }) => kind))
    .map(
      ([kind, { length }], index) =>
        `${length}${index === 0 ? ' new' : ''} ${nouns[kind][length === 1 ? 0 : 1]}`,
    )
    .join(', ')
}
