/** Contacts that may be chosen one by one. */
export const MAX_CHOSEN = 500

/** Contacts that one action may change. */
export const MAX_CHANGED = 10_000
