const ARRAY_TOKEN = /"((?:[^"\\]|\\.)*)"|([{}])|([^{},"]+)/gs

/**
 * Serializes values to the text PostgreSQL reads, the same for both engines: Date → ISO 8601, Uint8Array → bytea, an
 * array → an array literal, any other object → JSON. Pass an array for a json column as `JSON.stringify(array)`.
 * Throws TypeError for functions and symbols.
 */
export function serializeValues(values: readonly unknown[]): (string | null)[] {
  return values.map(serializeValue)
}

function serializeValue(value: unknown): string | null {
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
  const text = serializeValue(element)
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`
}

type ParseText = (text: string) => unknown

const SCALARS: [oid: number, arrayOid: number, parse: ParseText][] = [
  [16, 1000, (text) => text === 't'], // boolean
  [17, 1001, parseBytes], // bytea
  [19, 1003, String], // name
  [20, 1016, parseBigint], // bigint
  [21, 1005, Number], // smallint
  [23, 1007, Number], // integer
  [25, 1009, String], // text
  [26, 1028, Number], // oid
  [114, 199, JSON.parse], // json
  [700, 1021, Number], // real
  [701, 1022, Number], // double precision
  [869, 1041, String], // inet
  [1042, 1014, String], // character
  [1043, 1015, String], // character varying
  [1082, 1182, String], // date
  [1114, 1115, parseTimestamp], // timestamp without time zone
  [1184, 1185, parseTimestamp], // timestamp with time zone
  [1700, 1231, String], // numeric
  [2950, 2951, String], // uuid
  [3802, 3807, JSON.parse], // jsonb
]

/**
 * Parsers of column text by type OID, the same for both engines. Types that are not listed stay text: numeric, date
 * and uuid are strings on purpose, timestamps are ISO 8601 with at most six decimals, a bigint beyond 2^53 stays a
 * string rather than being rounded.
 */
export const columnParsers: ReadonlyMap<number, ParseText> = new Map([
  ...SCALARS.map(([oid, , parse]) => [oid, parse] as const),
  ...SCALARS.map(([, arrayOid, parse]) => [arrayOid, (text: string) => parseArray(text, parse)] as const),
])

function parseBigint(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

function parseBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
}

/** `2026-11-20 09:30:00.5+00` → `2026-11-20T09:30:00.5+00:00`; `infinity` and dates BC stay as they are. */
function parseTimestamp(text: string): string {
  return text.replace(
    /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:\d\d)?$/,
    (_, date: string, time: string, hours: string | undefined, minutes: string | undefined) =>
      `${date}T${time}${hours === undefined ? '' : hours + (minutes ?? ':00')}`,
  )
}

/** Parses PostgreSQL's array literal, `{1,NULL,"a \"b\""}`, of any depth. */
function parseArray(text: string, parse: ParseText): unknown[] {
  const root: unknown[] = []
  const open = [root]
  // Arrays whose bounds do not start at 1 are prefixed with them: `[0:1]={a,b}`.
  for (const [, quoted, brace, bare] of text.replace(/^\[[^=]*\]=/, '').matchAll(ARRAY_TOKEN)) {
    if (brace === '}') open.pop()
    else if (brace === '{') open.push(nest(open.at(-1) ?? root))
    else open.at(-1)?.push(parseElement(quoted, bare, parse))
  }
  return Array.isArray(root[0]) ? root[0] : []
}

function nest(parent: unknown[]): unknown[] {
  const child: unknown[] = []
  parent.push(child)
  return child
}

function parseElement(quoted: string | undefined, bare: string | undefined, parse: ParseText): unknown {
  if (quoted !== undefined) return parse(quoted.replace(/\\(.)/gs, '$1'))
  return bare === undefined || bare.toUpperCase() === 'NULL' ? null : parse(bare)
}
