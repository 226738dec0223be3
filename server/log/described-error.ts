/** What an error says of the program, and not of the people it was working for. */
export interface DescribedError {
  type: string
  /** SQLSTATE, or the system's own word such as ECONNREFUSED. */
  code?: string
  constraint?: string
  message: string
  stack?: string
  cause?: DescribedError
}

const DEEPEST = 3
/** Characters of a message, and of a stack, whose lines an error's message may imitate. */
const LONGEST = 2000

/**
 * An error as it may be logged. Fields that drivers add (the row that was refused, its values) are left out, and messages lose
 * what they quote, addresses, numbers, keys and passwords.
 */
export function describeError(thrown: unknown, depth = 0): DescribedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: withoutPeople(String(thrown)) }
  const { name, message, stack, cause } = thrown
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    ...textField('code', 'sqlState' in thrown ? thrown.sqlState : 'code' in thrown ? thrown.code : undefined),
    ...textField('constraint', 'constraint' in thrown ? thrown.constraint : undefined),
    message: withoutPeople(message),
    ...(frames?.length ? { stack: frames.join('\n').slice(-LONGEST) } : {}),
    ...(cause !== undefined && depth < DEEPEST ? { cause: describeError(cause, depth + 1) } : {}),
  }
}

/** A text without what may name a person or open a door: quotations, e-mail addresses, telephone numbers, keys. */
export function withoutPeople(text: string): string {
  return text
    .replaceAll(/"[^"]*"|“[^”]*”/g, '"…"')
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1…@')
    .replaceAll(/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
    .replaceAll(/\beyJ[\w-]+\.[\w.-]+/g, '…')
    .replaceAll(/\+\d{8,15}\b|\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b/g, '+…')
    .slice(0, LONGEST)
}

function textField(name: 'code' | 'constraint', value: unknown): Partial<DescribedError> {
  return typeof value === 'string' ? { [name]: value } : {}
}
