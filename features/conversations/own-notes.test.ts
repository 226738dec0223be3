import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { purgeExpired } from '../privacy/retention.server.ts'
import { createTeamWorld } from '../team/team.fixture.ts'
import { addNote, changeNote, listTimeline } from './timeline.api.ts'

const DAY = 86_400_000

describeBothDatabases('notes of an author', (open) => {
  let database: Database
  let mia: SupabaseClient
  let ada: SupabaseClient
  let contactId: string
  const id = crypto.randomUUID()
  beforeEach(async () => {
    database = await open()
    const world = await createTeamWorld(database)
    mia = await world.member('mia@notes.example', 'manager')
    ada = await world.member('ada@notes.example', 'admin')
    const { data } = await mia
      .from('crm_contacts')
      .insert({ first_name: 'Kim' })
      .select('id')
      .single()
      .throwOnError()
    contactId = data.id
    await addNote(mia, { id, contactId, body: 'Likes mornings.' })
    return () => database.close()
  })

  async function listNotes(staff: SupabaseClient): Promise<object[]> {
    const { rows } = await listTimeline(staff, contactId, 0)
    return rows.flatMap(({ kind, details }) => (kind === 'note' ? [details] : []))
  }

  test('an author changes a note, and all staff see it marked as edited', async () => {
    expect(await listNotes(ada)).toEqual([{ body: 'Likes mornings.', edited: false }])
    await changeNote(mia, id, { body: 'Likes evenings.' })
    expect(await listNotes(ada)).toEqual([{ body: 'Likes evenings.', edited: true }])
  })

  test('a colleague can neither change nor delete a note, not even an admin', async () => {
    const refused = 'This note does not exist any more.'
    await expect(changeNote(ada, id, { body: 'Other words' })).rejects.toThrow(refused)
    await expect(changeNote(ada, id, { deleted_at: '2026-11-20T12:00:00Z' })).rejects.toThrow(refused)
    expect(await listNotes(mia)).toEqual([{ body: 'Likes mornings.', edited: false }])
  })

  test('a deleted note is hidden from all staff until its author undoes it', async () => {
    await changeNote(mia, id, { deleted_at: '2001-01-01T00:00:00Z' })
    expect([await listNotes(mia), await listNotes(ada)]).toEqual([[], []])
    expect((await ada.from('contact_notes').select('id').throwOnError()).data).toEqual([])
    await changeNote(mia, id, { deleted_at: null })
    expect(await listNotes(ada)).toEqual([{ body: 'Likes mornings.', edited: false }])
  })

  test("a deleted note is purged after a day by the server's clock", async () => {
    await changeNote(mia, id, { deleted_at: '2001-01-01T00:00:00Z' })
    await purgeExpired({ database, clock: () => new Date() })
    expect((await mia.from('contact_notes').select('id').throwOnError()).data).toEqual([{ id }])
    await purgeExpired({ database, clock: () => new Date(Date.now() + 1.1 * DAY) })
    expect((await mia.from('contact_notes').select('id').throwOnError()).data).toEqual([])
  })
})
