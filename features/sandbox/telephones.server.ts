import type { Transaction } from '../../platform/database/database.ts'

export interface Telephone {
  number: string
  /** Of the contact that has this number, if one has. */
  name: string | null
  lastBody: string
  lastAt: string
}

export interface TelephoneText {
  id: string
  fromPhone: boolean
  body: string
  at: string
}

/** The telephones on which something happened, newest first. Needs `service_role`, here and below. */
export async function listTelephones(tx: Transaction): Promise<Telephone[]> {
  const { rows } = await tx.query<Telephone>(
    `select distinct_text.number, distinct_text.body as "lastBody", distinct_text.at as "lastAt",
       (select trim(first_name || ' ' || last_name) from public.crm_contacts as contact
        where contact.phone_e164 = distinct_text.number order by created_at limit 1) as name
     from (select distinct on (number) id, number, body, at from private.simulated_texts order by number, id desc) as distinct_text
     order by distinct_text.id desc limit 100`,
  )
  return rows
}

/** What a telephone shows: its newest 100 texts, oldest first. */
export async function listTelephoneTexts(tx: Transaction, number: string): Promise<TelephoneText[]> {
  const { rows } = await tx.query<TelephoneText>(
    `select provider_id as id, from_phone as "fromPhone", body, at from (
       select * from private.simulated_texts where number = $1 order by id desc limit 100) as newest
     order by newest.id`,
    [number],
  )
  return rows
}
