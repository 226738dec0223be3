import * as z from 'zod/mini'
import { callFunction } from '../../web/api/request.ts'
import { formatDay } from '../../web/ui/date-time.tsx'
import { personName } from '../../web/ui/full-name.ts'
import type { PaletteSearch } from '../../web/workspace/command-palette.tsx'

const kinds = { sms: 'Text', call: 'Call', email: 'Email', note: 'Note', submission: 'Contact form' } as const

const found = z.array(
  z.object({
    id: z.string(),
    contact_id: z.string(),
    kind: z.enum(['sms', 'call', 'email', 'note', 'submission']),
    occurred_at: z.string(),
    excerpt: z.string(),
    first_name: z.nullable(z.string()),
    last_name: z.nullable(z.string()),
  }),
)

/** The newest notes and messages with the words of the term, for the command palette. */
export const messageSearch: PaletteSearch = {
  group: 'Messages and notes',
  finds: 'messages',
  icon: 'message',
  find: async (backend, term, signal) => {
    const rows = await callFunction(backend, {
      name: 'search-messages',
      query: { q: term },
      method: 'GET',
      answer: found,
      signal,
    })
    return rows.map((row) => ({
      id: row.id,
      label: personName(row),
      detail: row.excerpt.replaceAll(/\s+/g, ' ').trim(),
      aside: `${kinds[row.kind]}, ${formatDay(row.occurred_at)}`,
      address: { contact: row.contact_id, entry: row.id },
      // The timeline moves the focus.
      findOpen: () => null,
    }))
  },
}
