import { z } from 'zod'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { FunctionError, type ServerFunction } from '../../platform/functions/server-function.ts'
import { MOST_WORDS } from '../../web/api/search-pattern.ts'
import { requireStaff } from '../account/account.server.ts'
import { storableText } from '../../platform/database/storable-text.ts'

const MAX_RESULTS = 8

const search = z
  .string()
  .max(200)
  .transform((text) => storableText(text).toLowerCase().split(/\s+/).filter(Boolean))

/** The newest notes, texts, emails and inquiries with all words of a search, or words that begin with them. */
export const searchMessages: ServerFunction<{ database: Database }> = {
  name: 'search-messages',
  method: 'GET',
  callers: ['authenticated'],
  answer: async (c, { database }) => {
    const caller = c.get('identity')
    await requireStaff(caller, { database })
    const words = search.safeParse(c.req.query('q'))
    if (!words.success) throw new FunctionError(400, 'Give q with at most 200 characters.')
    const { rows } = await asIdentity(
      database,
      caller,
      (tx) =>
        tx.query(
          `select found.*, first_name, last_name
           from private.search_messages($1::text[], $2) as found
           join public.crm_contacts as contact on contact.id = contact_id
           order by occurred_at desc, found.id limit $2`,
          [words.data.slice(0, MOST_WORDS), MAX_RESULTS],
        ),
      { readOnly: true },
    )
    return c.json(rows)
  },
}
