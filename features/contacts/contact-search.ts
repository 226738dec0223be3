import { personName } from '../../web/ui/full-name.ts'
import type { Backend } from '../../web/api/client.ts'
import type { PaletteHit } from '../../web/workspace/command-palette.tsx'
import { findNewestContacts } from './contacts.api.ts'

const MAX_RESULTS = 8

/** The newest contacts that match the term, for the command palette. */
export async function searchContacts(backend: Backend, term: string): Promise<PaletteHit[]> {
  const contacts = await findNewestContacts(backend, term, MAX_RESULTS)
  return contacts.map((contact) => ({
    id: contact.id,
    label: personName(contact),
    detail: contact.company ?? contact.email ?? '',
    address: { contact: contact.id },
    findOpen: () => document.querySelector('[data-person]'),
  }))
}
