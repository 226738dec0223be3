const PREFIX = 'unsent:'

/** The name under which this browser keeps what was typed about a customer and not sent yet; signing out removes all of it. */
export function unsentName(kind: string, owner: string, contactId: string): string {
  return `${PREFIX}${kind}:${owner}:${contactId}`
}

export function removeUnsent(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of Object.keys(storage)) {
      if (name.startsWith(PREFIX)) storage.removeItem(name)
    }
  }
}
