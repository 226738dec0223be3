import { personName } from '../../web/ui/full-name.ts'
import { StatusMark } from '../../web/ui/status-mark.tsx'
import type { PaletteSearch } from '../../web/workspace/command-palette.tsx'
import { parseContactQuery } from './contact-query.ts'
import { statusLabels } from './contact-status.tsx'
import { listContacts } from './contacts.api.ts'

const MAX_RESULTS = 8

/** The first contacts that the list finds for the term, newest first, for the command palette. */
export const peopleSearch: PaletteSearch = {
  group: 'People',
  finds: 'people',
  icon: 'people',
  find: async (backend, term, signal) => {
    const query = parseContactQuery(new URLSearchParams({ q: term }))
    const { rows } = await listContacts(backend, query, 0, { signal })
    return rows.slice(0, MAX_RESULTS).map((contact) => ({
      id: contact.id,
      label: personName(contact),
      detail: contact.company ?? contact.email ?? contact.phone ?? '',
      aside: <StatusMark status={contact.status}>{statusLabels[contact.status]}</StatusMark>,
      address: { contact: contact.id },
      findOpen: () => document.querySelector<HTMLElement>('[data-person]'),
    }))
  },
}
