import type { Database, OwnerTransaction } from '../../platform/database/database.ts'
import { normalizePhone, PHONE_RULE } from './contacts.server.ts'

const BATCH = 1000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Columns with a JSON copy of a contact. */
const COPIES = [
  { table: 'public.deleted_contacts', key: 'id', column: 'contact' },
  { table: 'private.contact_merge_records', key: 'merge_id', column: 'kept_before' },
  { table: 'private.contact_merge_records', key: 'merge_id', column: 'kept_after' },
  { table: 'private.contact_merge_records', key: 'merge_id', column: 'merged' },
] as const

/** Columns with normalized numbers. */
const NUMBERS = [
  { table: 'public.consent_events', column: 'phone_e164' },
  { table: 'public.communication_logs', column: 'phone_number' },
] as const

interface Stored {
  id: string
  phone: string
  number: string | null
}

/**
 * Normalizes stored numbers with the current rule: all of them after the rule changed (an older release, another version of
 * the library), otherwise only contacts without `phone_e164` (written with plain SQL). Runs at startup before the server
 * accepts requests; safe to interrupt, repeat and run on several instances at once.
 */
export async function renormalizePhones(database: Database): Promise<void> {
  const { rows } = await database.asOwner((tx) =>
    tx.query<{ rule: string }>('select rule from private.phone_rule'),
  )
  const isNew = rows[0]?.rule !== PHONE_RULE
  await renormalizeContacts(database, isNew)
  if (!isNew) return
  await database.asOwner(async (tx) => {
    for (const copy of COPIES) await renormalizeCopies(tx, copy)
    for (const place of NUMBERS) await renormalizeNumbers(tx, place)
    await tx.query('update private.phone_rule set rule = $1', [PHONE_RULE])
  })
}

async function renormalizeContacts(database: Database, all: boolean): Promise<void> {
  let after: string | undefined = FIRST_ID
  while (after !== undefined) {
    const last: string = after
    after = await database.asOwner((tx) => renormalizeBatch(tx, { after: last, all }))
  }
}

/** Returns the last id of a full batch; undefined after the final one. */
async function renormalizeBatch(
  tx: OwnerTransaction,
  { after, all }: { after: string; all: boolean },
): Promise<string | undefined> {
  const { rows } = await tx.query<Stored>(
    `select id, phone, phone_e164 as number from public.crm_contacts
     where id > $1 and phone is not null ${all ? '' : 'and phone_e164 is null'} order by id limit ${BATCH}`,
    [after],
  )
  const changed = findCorrections(rows)
  if (changed.length > 0)
    await tx.query(
      `update public.crm_contacts as contact set phone_e164 = changed.number
       from jsonb_to_recordset($1::jsonb) as changed (id uuid, phone text, number text)
       where contact.id = changed.id and contact.phone = changed.phone`,
      [JSON.stringify(changed)],
    )
  return rows.length === BATCH ? rows.at(-1)?.id : undefined
}

async function renormalizeCopies(
  tx: OwnerTransaction,
  { table, key, column }: (typeof COPIES)[number],
): Promise<void> {
  const { rows } = await tx.query<Stored>(
    `select ${key} as id, ${column} ->> 'phone' as phone, ${column} ->> 'phone_e164' as number
     from ${table} where ${column} ->> 'phone' is not null`,
  )
  await tx.query(
    `update ${table} as copy set ${column} = ${column} || jsonb_build_object('phone_e164', changed.number)
     from jsonb_to_recordset($1::jsonb) as changed (id uuid, number text) where copy.${key} = changed.id`,
    [JSON.stringify(findCorrections(rows))],
  )
}

/** Keeps numbers that the rule rejects as the carrier or an older release wrote them. */
async function renormalizeNumbers(
  tx: OwnerTransaction,
  { table, column }: (typeof NUMBERS)[number],
): Promise<void> {
  const { rows } = await tx.query<{ number: string }>(
    `select distinct ${column} as number from ${table} where ${column} is not null`,
  )
  const changed = rows.flatMap(({ number }) => {
    const right = normalizePhone(number) ?? number
    return right === number ? [] : [{ number, right }]
  })
  if (changed.length === 0) return
  await tx.query(`select set_config('private.forgetting', 'on', true)`)
  await tx.query(
    `update ${table} set ${column} = changed."right"
     from jsonb_to_recordset($1::jsonb) as changed (number text, "right" text) where ${column} = changed.number`,
    [JSON.stringify(changed)],
  )
  await tx.query(`select set_config('private.forgetting', '', true)`)
}

function findCorrections(rows: readonly Stored[]): Stored[] {
  return rows.flatMap(({ id, phone, number }) => {
    const right = normalizePhone(phone)
    return right === number ? [] : [{ id, phone, number: right }]
  })
}
