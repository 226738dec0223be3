import { pino, type DestinationStream, type Logger } from 'pino'
import { z } from 'zod'
import { currentRequestId } from './request-id.ts'

/** A failure as it was logged, without anything about a person. */
export interface LoggedProblem {
  at: Date
  /** Our own words for what failed. */
  what: string
  /** Name and code of the error: `DatabaseError 57P01`. */
  kind: string | null
  requestId: string | null
}

interface LogOptions {
  level: string
  /** Where the lines go; absent: standard output. */
  destination?: DestinationStream
  /** Is told of every line of the level error or worse. */
  onProblem?: (problem: LoggedProblem) => void
}

/** Characters that wait while standard output takes none, a full disk say; later lines are dropped. */
const MOST_WAITING = 1_048_576

/** The log of the process: one JSON object a line, with the id of the request it belongs to. */
export function createLog({ level, destination = standardOutput(), onProblem }: LogOptions): Logger {
  return pino(
    {
      level,
      serializers: { err: (error: unknown) => describeError(error) },
      mixin: () => {
        const requestId = currentRequestId()
        return requestId === undefined ? {} : { requestId }
      },
    },
    onProblem === undefined ? destination : watched(destination, onProblem),
  )
}

/** The product outlives its log: where lines can go nowhere, nothing can be said of it either. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: MOST_WAITING })
  output.on('error', () => {
    // At the exit it would try for ever to write what waits.
    output.flushSync = () => undefined
  })
  return output
}

function watched(
  destination: DestinationStream,
  onProblem: (problem: LoggedProblem) => void,
): DestinationStream {
  return {
    write: (line) => {
      destination.write(line)
      if (/^{"level":[56]0/.test(line)) onProblem(readProblem(line))
    },
  }
}

const loggedLine = z.object({
  time: z.number(),
  msg: z.string().default(''),
  requestId: z.uuid().nullish(),
  err: z.object({ type: z.string(), code: z.string().optional() }).optional(),
})

function readProblem(line: string): LoggedProblem {
  const { time, msg, requestId, err } = loggedLine.parse(JSON.parse(line))
  const kind = err ? [err.type, err.code].filter(Boolean).join(' ').slice(0, 100) : null
  return { at: new Date(time), what: msg.slice(0, 200), kind, requestId: requestId ?? null }
}

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
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: redactPii(String(thrown)) }
  const { name, message, stack, cause } = thrown
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    ...textField('code', 'sqlState' in thrown ? thrown.sqlState : 'code' in thrown ? thrown.code : undefined),
    ...textField('constraint', 'constraint' in thrown ? thrown.constraint : undefined),
    message: redactPii(message),
    ...(frames?.length ? { stack: frames.join('\n').slice(-LONGEST) } : {}),
    ...(cause !== undefined && depth < DEEPEST ? { cause: describeError(cause, depth + 1) } : {}),
  }
}

/** A text without what may name a person or open a door: quotations, e-mail addresses, telephone numbers, keys. */
export function redactPii(text: string): string {
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
