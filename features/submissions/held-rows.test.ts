import { describe, expect, test } from 'vitest'
import { describeNews, holdRows, placeRows, splitRows } from './held-rows.ts'

/** A person who wrote at `since` and is due at `due`, in minutes. */
const row = (id: string, due: number, since = due - 60) => ({
  id,
  since: new Date(since * 60_000).toISOString(),
  due_at: new Date(due * 60_000).toISOString(),
})
const [ann, ben, cleo] = [row('ann', 100), row('ben', 200), row('cleo', 300)]

function ids({ shown, news }: ReturnType<typeof splitRows>) {
  return { shown: shown.map(({ row: { id } }) => id), news: news.map(({ id }) => id) }
}

describe('rows of the open waiting list', () => {
  test('a new person is counted, wherever the promise would place the row', () => {
    const opened = placeRows([ann, ben], true)
    for (const due of [50, 150, 250]) {
      const rows = [ann, ben, row('new', due)].toSorted((a, b) => a.due_at.localeCompare(b.due_at))
      expect(ids(splitRows(holdRows(opened, rows, true), rows))).toEqual({
        shown: ['ann', 'ben'],
        news: ['new'],
      })
    }
  })

  test('holdRows keeps the place of a person who becomes more urgent, and splitRows counts them as new', () => {
    const rows = [row('ben', 50), ann]
    const held = holdRows(placeRows([ann, ben], true), rows, true)
    expect(ids(splitRows(held, rows))).toEqual({ shown: ['ann', 'ben'], news: ['ben'] })
  })

  test('an answered person leaves, and is back in place after Undo', () => {
    const without = holdRows(placeRows([ann, ben, cleo], true), [ann, cleo], true)
    expect(ids(splitRows(without, [ann, cleo])).shown).toEqual(['ann', 'cleo'])
    const undone = holdRows(without, [ann, ben, cleo], true)
    expect(ids(splitRows(undone, [ann, ben, cleo]))).toEqual({ shown: ['ann', 'ben', 'cleo'], news: [] })
  })

  test('an answered person who writes again is counted as new', () => {
    const without = holdRows(placeRows([ann, ben, cleo], true), [ann, cleo], true)
    const rows = [ann, row('ben', 250), cleo]
    expect(ids(splitRows(holdRows(without, rows, true), rows))).toEqual({
      shown: ['ann', 'cleo'],
      news: ['ben'],
    })
  })

  test('holdRows shows people who arrive in an empty waiting list at once', () => {
    const empty = holdRows(placeRows([ann], true), [], true)
    expect(ids(splitRows(holdRows(empty, [ben, cleo], true), [ben, cleo]))).toEqual({
      shown: ['ben', 'cleo'],
      news: [],
    })
  })

  test('a further page is added below', () => {
    const rows = [row('new', 50), ann, ben, cleo]
    const held = holdRows(placeRows([ann, ben], false), rows, true)
    expect(ids(splitRows(held, rows))).toEqual({ shown: ['ann', 'ben', 'cleo'], news: ['new'] })
  })
})

function describeKinds(...kinds: Parameters<typeof describeNews>[0][number]['latest_kind'][]): string {
  return describeNews(kinds.map((latest_kind) => ({ latest_kind })))
}

test('describeNews counts each kind, with the right noun', () => {
  expect(describeKinds()).toBe('')
  expect(describeKinds('inquiry')).toBe('1 new inquiry')
  expect(describeKinds('text', 'text')).toBe('2 new texts')
  expect(describeKinds('text', 'call', 'inquiry', 'inquiry')).toBe('1 new text, 1 missed call, 2 inquiries')
})
