const PREFIX = 'unsent:'

/** Storage key of unsent text about a contact; signing out removes all of them. */
export function unsentKey(kind: string, owner: string, contactId: string): string {
  return `${PREFIX}${kind}:${owner}:${contactId}`
}

/** Whether signing out would lose unsent text. */
export function hasUnsent(): boolean {
  return storages().some((storage) => unsentNames(storage).length > 0)
}

export function removeUnsent(): void {
  for (const storage of storages()) {
    for (const name of unsentNames(storage)) storage.removeItem(name)
  }
}

function storages(): Storage[] {
  return [localStorage, sessionStorage]
}

function unsentNames(storage: Storage): string[] {
  return Object.keys(storage).filter((name) => name.startsWith(PREFIX))
}
