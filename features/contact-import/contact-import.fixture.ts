import { queryWithPhones } from '../../tests/support/declare-phones.ts'
import { Hono } from 'hono'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Database, Row } from '../../platform/database/database.ts'
import { asService } from '../../platform/database/as-identity.ts'
import { createFunctions } from '../../platform/functions/create-functions.ts'
import { functions } from '../../server/functions.ts'
import { setClientAddress } from '../../platform/http/client-address.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { requestId } from '../../server/log/request-id.ts'
import { importRow, type ImportRow, type ImportSettings, type ImportState } from './contact-import.ts'
import { seedPolicyFixtures } from '../../tests/policies/policy-fixtures.ts'
import { createContentServices } from '../../server/providers/content-services.ts'
import { chooseMail } from '../../server/mail/choose-mail.ts'
import { config, createHeaders, secrets, type Caller } from '../../tests/policies/http-callers.ts'
import { noOpPhone } from '../../tests/support/no-op-phone.ts'

export interface TransferWorld {
  database: Database
  now: () => Date
  advance: (milliseconds: number) => void
  call: (path: string, init?: RequestInit & { as?: Caller }) => Promise<Response>
  upload: (content: string | Buffer, as?: Caller) => Promise<Response>
  act: (body: object, as?: Caller) => Promise<Response>
  /** Uploads, checks and imports a file; resolves when the import has finished. */
  importFile: (content: string, settings?: Partial<ImportSettings>) => Promise<ImportRow>
  /** Resolves once the import is in one of these states. */
  until: (id: string, ...states: ImportState[]) => Promise<ImportRow>
  rows: (sql: string, ...values: unknown[]) => Promise<Row[]>
}

/** The functions over HTTP, with the cast of the permission tests signed in. */
export async function createTransferWorld(database: Database): Promise<TransferWorld> {
  await database.asOwner(seedPolicyFixtures)
  const log = pino({ level: 'silent' })
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const parts = {
    config,
    secrets,
    database,
    platform: 'own' as const,
    log,
    clock,
    mail: chooseMail(config, log),
  }
  const surface = createFunctions(functions, {
    ...parts,
    ...(await createContentServices(config)),
    ...noOpPhone(parts),
  })
  const app = new Hono<HttpEnv>().use(requestId(log), setClientAddress(0)).route('/functions/v1', surface)

  const rows: TransferWorld['rows'] = async (sql, ...values) =>
    (await asService(database, (tx) => queryWithPhones(tx, sql, values))).rows

  const call: TransferWorld['call'] = async (path, { as = 'manager', ...init } = {}) =>
    app.request(`/functions/v1/${path}`, { ...init, headers: await createHeaders(as) })

  const upload: TransferWorld['upload'] = async (content, as = 'manager') =>
    call('upload-contacts?name=people.csv', { method: 'POST', body: Buffer.from(content), as })

  const act: TransferWorld['act'] = (body, as = 'manager') =>
    call('import-contacts', { method: 'POST', body: JSON.stringify(body), as })

  const until: TransferWorld['until'] = async (id, ...states) => {
    for (;;) {
      const found = importRow.parse((await rows('select * from public.contact_imports where id = $1', id))[0])
      if (states.includes(found.state)) return found
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const importFile: TransferWorld['importFile'] = async (content, settings) => {
    const uploaded = await upload(content)
    const { id } = await uploaded.json()
    const guessed = (await until(id, 'read')).settings
    expect((await act({ action: 'check', id, settings: { ...guessed, ...settings } })).status).toBe(200)
    await until(id, 'checked')
    expect((await act({ action: 'start', id })).status).toBe(200)
    return until(id, 'imported', 'undone')
  }

  return {
    database,
    now: clock,
    advance: (milliseconds) => {
      ahead += milliseconds
    },
    call,
    upload,
    act,
    importFile,
    until,
    rows,
  }
}
