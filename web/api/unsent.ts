const UNSENT = 'unsent:'
const CHOSEN = 'chosen:'

/** Storage key of unsent text about a contact; signing out removes all of them, after a question. */
export function unsentKey(kind: string, owner: string, contactId: string): string {
  return `${UNSENT}${kind}:${owner}:${contactId}`
}

/** Storage key of a choice about a contact, such as a tab; signing out removes all of them. */
export function chosenKey(kind: string, owner: string, contactId: string): string {
  return `${CHOSEN}${kind}:${owner}:${contactId}`
}

/** Whether signing out would lose unsent text. */
export function hasUnsent(): boolean {
  return storages().some((storage) => listNames(storage, UNSENT).length > 0)
}

export function removeUnsent(): void {
  for (const storage of storages()) {
    for (const name of [...listNames(storage, UNSENT), ...listNames(storage, CHOSEN)])
      storage.removeItem(name)
  }
}

function storages(): Storage[] {
  return [localStorage, sessionStorage]
}

function listNames(storage: Storage, prefix: string): string[] {
  return Object.keys(storage).filter((name) => name.startsWith(prefix))
}
