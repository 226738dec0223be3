import { personName } from '../../web/ui/full-name.ts'
import type { Backend } from '../../web/api/client.ts'
import type { PaletteHit } from '../../web/workspace/command-palette.tsx'
import { parseContactQuery } from './contact-query.ts'
import { listContacts } from './contacts.api.ts'

const MAX_RESULTS = 8

/** The first contacts that the list finds for the term, newest first, for the command palette. */
export async function searchContacts(backend: Backend, term: string): Promise<PaletteHit[]> {
  const { rows } = await listContacts(backend, parseContactQuery(new URLSearchParams({ q: term })), 0)
  return rows.slice(0, MAX_RESULTS).map((contact) => ({
    id: contact.id,
    label: personName(contact),
    detail: contact.company ?? contact.email ?? '',
    address: { contact: contact.id },
    findOpen: () => document.querySelector('[data-person]'),
  }))
}
