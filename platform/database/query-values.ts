/**
 * Turns values into the text PostgreSQL reads, the same for both engines: Date → ISO 8601, Uint8Array → bytea,
 * an array → an array literal, any other object → JSON. An array meant for a json column has to be passed as
 * `JSON.stringify(array)`. Throws TypeError for functions and symbols.
 */
export function boundValues(values: readonly unknown[]): (string | null)[] {
  return values.map(boundValue)
}

function boundValue(value: unknown): string | null {
  if (value === null || value === undefined) return null
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      return objectText(value)
    default:
      throw new TypeError(`A ${typeof value} cannot be a value of a statement.`)
  }
}

function objectText(value: object): string {
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(elementText).join(',')}}`
  return JSON.stringify(value)
}

function elementText(element: unknown): string {
  if (Array.isArray(element)) return `{${element.map(elementText).join(',')}}`
  const text = boundValue(element)
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`
}
