import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, test } from 'vitest'
import { listAuditEntries } from '../team/audit-log.api.ts'
import { changeImport, checkImport, findImport, uploadContacts } from './contact-import.api.ts'
import { listTimeline } from '../conversations/timeline.api.ts'
import { toAuditQuery, readAuditFilter } from '../team/audit-filters.ts'
import { formatActor, describeAuditEntry } from '../team/audit-entry-text.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { recoverImports } from './import-run.server.ts'
import type { ImportState } from './contact-import.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTeamWorld } from '../team/team.fixture.ts'

const MIA = 'mia@audit.example'
const ADA = 'ada@audit.example'

function buildCsv(domain: string, count: number): string {
  return `Name,Email,Company\n${Array.from({ length: count }, (_, n) => `Person ${n},p${n}@${domain},Bell`).join('\n')}`
}

describeBothDatabases('audit log of an import', (open) => {
  let database: Database
  let admin: SupabaseClient
  let manager: SupabaseClient
  beforeAll(async () => {
    database = await open()
    const world = await createTeamWorld(database)
    admin = await world.member(ADA, 'admin')
    manager = await world.member(MIA, 'manager')
  })

  async function list(filter = '') {
    return listAuditEntries(admin, toAuditQuery(readAuditFilter(new URLSearchParams(filter)), new Date()), 0)
  }

  async function countLines(): Promise<number> {
    const { count } = await admin
      .from('audit_log')
      .select('*', { count: 'exact', head: true })
      .is('import_id', null)
      .throwOnError()
    return count ?? 0
  }

  async function linesAbout(file: string): Promise<string[]> {
    const { rows, names } = await list('what=contacts')
    return rows
      .filter(({ changes }) => changes['file_name']?.new === file)
      .map((entry) => `${formatActor(entry, names)} ${describeAuditEntry(entry, names)}`)
  }

  /** Resolves once the import is in this state with at least `done` rows processed. Asks in SQL: HTTP requests are limited. */
  async function until(id: string, state: ImportState, done = 0): Promise<void> {
    for (;;) {
      const { rows } = await asService(database, (tx) =>
        tx.query('select from public.contact_imports where id = $1 and state = $2 and progress >= $3', [
          id,
          state,
          done,
        ]),
      )
      if (rows.length > 0) return
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  /** Uploads, checks and starts a file as the manager. */
  async function startImport(name: string, content: string): Promise<string> {
    const id = await uploadContacts(manager, new File([content], name))
    await until(id, 'read')
    const { settings } = (await findImport(manager, id)) ?? {}
    if (settings === undefined) throw new Error('The import is gone.')
    await checkImport(manager, id, { ...settings, duplicates: 'fill' })
    await until(id, 'checked')
    await changeImport(manager, id, 'start')
    return id
  }

  /** Recovers imports as another instance would after a minute without heartbeat. */
  async function takeOver(): Promise<void> {
    await recoverImports({ database, clock: () => new Date(Date.now() + 60_000) })
  }

  async function findContactId(email: string): Promise<string> {
    const { data } = await admin.from('crm_contacts').select('id').eq('email', email).single().throwOnError()
    return data.id
  }

  /** The company after each change, newest first. */
  async function companiesIn(timelineOf: string): Promise<unknown[]> {
    const { rows } = await listTimeline(manager, timelineOf, 0)
    return rows.flatMap((entry) => (entry.kind === 'change' ? [entry.details.changes['company']?.new] : []))
  }

  test('an import of 300 contacts and its undo add one audit line each and keep the timeline of each contact', async () => {
    await admin.from('crm_contacts').insert({ first_name: 'Kim', email: 'p0@one.example' }).throwOnError()
    const kim = await findContactId('p0@one.example')
    const before = await list()
    const id = await startImport('clients.csv', buildCsv('one.example', 300))
    await until(id, 'imported')
    const imported = await list()
    expect(imported.rows.slice(1)).toEqual(before.rows)
    expect(await linesAbout('clients.csv')).toEqual([
      `${MIA} imported 300 contacts from clients.csv (299 added, 1 updated)`,
    ])
    expect(await companiesIn(kim)).toEqual(['Bell', null])
    expect(await companiesIn(await findContactId('p7@one.example'))).toEqual(['Bell'])

    await changeImport(admin, id, 'undo')
    await until(id, 'undone')
    const undone = await list()
    expect(undone.rows.slice(2)).toEqual(before.rows)
    expect(await linesAbout('clients.csv')).toEqual([
      `${ADA} undid the import of clients.csv (299 removed, 1 restored)`,
      `${MIA} imported 300 contacts from clients.csv (299 added, 1 updated)`,
    ])
    expect(await companiesIn(kim)).toEqual([null, 'Bell', null])
    const { count } = await admin
      .from('audit_log')
      .select('*', { count: 'exact', head: true })
      .eq('import_id', id)
      .throwOnError()
    expect(count).toBe(600)
  })

  test('an import interrupted by a server stop is one audit line that states it', async () => {
    const lines = await countLines()
    const id = await startImport('stopped.csv', buildCsv('two.example', 300))
    await until(id, 'importing', 1)
    await takeOver()
    await until(id, 'undone')
    expect(await linesAbout('stopped.csv')).toEqual([
      `${MIA} began to import stopped.csv. The server stopped in the middle, and everything it had written was taken back.`,
    ])
    expect(await countLines()).toBe(lines + 1)
  })

  test('an undo finished by another instance is one audit line with the user who requested it', async () => {
    const id = await startImport('taken-back.csv', buildCsv('three.example', 300))
    await until(id, 'imported')
    const lines = await countLines()
    await changeImport(admin, id, 'undo')
    await until(id, 'undoing', 1)
    await takeOver()
    await until(id, 'undone')
    expect(await linesAbout('taken-back.csv')).toEqual([
      `${ADA} undid the import of taken-back.csv (300 removed)`,
      `${MIA} imported 300 contacts from taken-back.csv (300 added)`,
    ])
    expect(await countLines()).toBe(lines + 1)
  })
})
