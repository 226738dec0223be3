import type { LeadMail } from './notifications.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** Who is mailed about new leads: somebody of the staff, or the address of the configuration, which nobody signs in with. */
export interface LeadReader {
  profileId: string | null
  address: string
}

/** Who is to be mailed about a lead at once, each address once. Needs `service_role`. */
export async function readersOfEachLead(tx: Transaction, shared: string): Promise<LeadReader[]> {
  const { rows } = await tx.query<LeadReader>(
    `select null::uuid as "profileId", $1::text as address
     where not exists (select from private.lead_mail_refusals where address = lower($1))
     union all
     select profile_id, address from private.lead_mail_readers('each') where lower(address) <> lower($1)`,
    [shared],
  )
  return rows
}

/** What a reader has chosen; null when the account is gone. Needs `service_role`. */
export async function leadMailOf(
  tx: Transaction,
  { profileId, address }: LeadReader,
): Promise<LeadMail | null> {
  const { rows } =
    profileId === null
      ? await tx.query<{ choice: LeadMail }>(
          `select case when exists (select from private.lead_mail_refusals where address = lower($1))
             then 'none' else 'each' end as choice`,
          [address],
        )
      : await tx.query<{ choice: LeadMail }>(
          'select lead_mail as choice from public.profiles where id = $1',
          [profileId],
        )
  return rows[0]?.choice ?? null
}

/** Changes what a reader has chosen. The address of the configuration knows no daily mail. Needs `service_role`. */
export async function chooseLeadMail(
  tx: Transaction,
  { profileId, address }: LeadReader,
  { choice, now }: { choice: LeadMail; now: Date },
): Promise<void> {
  if (profileId !== null) {
    await tx.query('update public.profiles set lead_mail = $2 where id = $1', [profileId, choice])
  } else if (choice === 'none') {
    await tx.query(
      'insert into private.lead_mail_refusals (address, refused_at) values (lower($1), $2) on conflict do nothing',
      [address, now],
    )
  } else {
    await tx.query('delete from private.lead_mail_refusals where address = lower($1)', [address])
  }
}
