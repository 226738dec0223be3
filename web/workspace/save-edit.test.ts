import { expect, test } from 'vitest'
import { changedFields, mergeOthers, rebase, saveEdit, type RecordSource } from './save-edit.ts'

const original = { company: 'First', status: 'lead', credit: { name: 'Ana' } }

test('changedFields lists the fields that differ between two drafts', () => {
  expect(changedFields(original, { ...original, credit: { name: 'Ana' } })).toEqual([])
  expect(changedFields(original, { ...original, status: 'customer', credit: { name: 'Bo' } })).toEqual([
    'status',
    'credit',
  ])
})

test('rebase keeps changed fields and takes all others from the stored version', () => {
  const mine = { ...original, company: 'Mine' }
  const theirs = { company: 'Theirs', status: 'customer', credit: { name: 'Bo' } }
  expect(rebase(mine, original, theirs)).toEqual({ ...theirs, company: 'Mine' })
})

test('mergeOthers takes over what only the other person changed, and keeps what both changed undecided', () => {
  const mine = { ...original, company: 'Mine', credit: { name: 'Cy' } }
  const theirs = { company: 'Theirs', status: 'customer', credit: { name: 'Ana' } }
  expect(mergeOthers({ draft: mine, base: original }, theirs, ['company'])).toEqual({
    draft: { company: 'Mine', status: 'customer', credit: { name: 'Cy' } },
    base: { company: 'First', status: 'customer', credit: { name: 'Ana' } },
  })
})

interface Row {
  id: string
  updated_at: string
  company: string | null
  status: string
}
type Draft = Record<'company' | 'status', string>

/** A table with one row; `race` runs before each update reaches it. */
function createSource(race: (row: Row) => Row | null = (row) => row) {
  const first: Row = { id: '1', updated_at: '0', company: null, status: 'lead' }
  const state: { stored: Row | null; writes: object[] } = { stored: first, writes: [] }
  const source: RecordSource<Row, Draft, Pick<Row, 'company' | 'status'>> = {
    toDraft: (row) => ({ company: row?.company ?? '', status: row?.status ?? 'lead' }),
    toFields: ({ company, status }) => ({ company: company.trim() || null, status }),
    find: async () => state.stored,
    create: async () => first,
    update: async (seen, fields) => {
      state.stored = state.stored && race(state.stored)
      if (state.stored?.updated_at !== seen.updated_at) return null
      state.writes.push(fields)
      state.stored = { ...state.stored, ...fields, updated_at: `${seen.updated_at}+` }
      return state.stored
    },
  }
  const base = source.toDraft(first)
  const save = (changes: Partial<Draft>) => saveEdit(source, { draft: { ...base, ...changes }, base }, first)
  return { source, state, save }
}

/** Another person writes once. */
function writeOnce(fields: Partial<Row>) {
  return (row: Row): Row => (row.updated_at === '0' ? { ...row, ...fields, updated_at: '1' } : row)
}

test('saveEdit sends only the changed columns, and nothing if none changed', async () => {
  const { save, state } = createSource()
  expect(await save({ company: ' Acme ' })).toMatchObject({ saved: { company: 'Acme', status: 'lead' } })
  expect(await save({ company: ' Acme ' })).toMatchObject({ saved: { company: 'Acme' } })
  expect(state.writes).toEqual([{ company: 'Acme' }])
})

test('saveEdit keeps what another person changed in other columns', async () => {
  const { save, state } = createSource(writeOnce({ status: 'customer' }))
  expect(await save({ company: 'Acme' })).toMatchObject({ saved: { company: 'Acme', status: 'customer' } })
  expect(state.writes).toEqual([{ company: 'Acme' }])
})

test('saveEdit saves nothing and names the column that both changed to different values', async () => {
  const { save, state } = createSource(writeOnce({ company: 'Theirs', status: 'customer' }))
  expect(await save({ company: 'Mine' })).toMatchObject({
    conflict: { theirs: { company: 'Theirs' }, fields: ['company'] },
  })
  expect(state.writes).toEqual([])
})

test('saveEdit after a lost response finds its own write and succeeds', async () => {
  const { save, state } = createSource(writeOnce({ company: 'Acme' }))
  expect(await save({ company: 'Acme ' })).toMatchObject({ saved: { company: 'Acme', updated_at: '1' } })
  expect(state.writes).toEqual([])
})

test('saveEdit reports a deleted record as a conflict without a row', async () => {
  const { save } = createSource(() => null)
  expect(await save({ company: 'Acme' })).toEqual({ conflict: { theirs: null, fields: [] } })
})

test('saveEdit throws if the update of an unchanged record is refused', async () => {
  const { source, save } = createSource()
  source.update = async () => null
  await expect(save({ company: 'Acme' })).rejects.toMatchObject({ reason: 'forbidden' })
})

test('saveEdit undoes a save when called with draft and base exchanged', async () => {
  const { source, state, save } = createSource()
  const outcome = await save({ company: 'Acme' })
  if (!('saved' in outcome)) throw new Error('Expected a saved row')
  const undo = { draft: outcome.edit.base, base: source.toDraft(outcome.saved) }
  expect(await saveEdit(source, undo, outcome.saved)).toMatchObject({ saved: { company: null } })
  expect(state.writes).toEqual([{ company: 'Acme' }, { company: null }])
})
