/** One line of the check-up: what was looked at, how it stands, and what to do where something is to be done. */
export interface Finding {
  about: string
  /** `attention`: it works, but the owner should know. `broken`: part of the product does not work. */
  state: 'ok' | 'attention' | 'broken'
  says: string
  todo?: string
}

export function ok(about: string, says: string): Finding {
  return { about, state: 'ok', says }
}

export function attention(about: string, says: string, todo: string): Finding {
  return { about, state: 'attention', says, todo }
}

export function broken(about: string, says: string, todo: string): Finding {
  return { about, state: 'broken', says, todo }
}

/** `1 table`, `3 tables`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
