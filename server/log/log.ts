import { pino, type DestinationStream, type Logger } from 'pino'
import { z } from 'zod'
import { currentRequestId } from './request-id.ts'

/** A logged failure, without personal data. */
export interface LoggedProblem {
  at: Date
  /** Our description of the failed operation. */
  what: string
  /** Name and code of the error: `DatabaseError 57P01`. */
  kind: string | null
  requestId: string | null
}

interface LogOptions {
  level: string
  /** Output stream; absent: standard output. */
  destination?: DestinationStream
  /** Called for every line of level error or worse. */
  onProblem?: (problem: LoggedProblem) => void
}

/** Maximum of buffered characters while standard output is blocked, e.g. on a full disk; later lines are dropped. */
const MAX_BUFFERED = 1_048_576

const loggedLine = z.object({
  time: z.number(),
  msg: z.string().default(''),
  requestId: z.uuid().nullish(),
  err: z.object({ type: z.string(), code: z.string().optional() }).optional(),
})

const MAX_DEPTH = 3
/** Maximum characters of a message, and of a stack, because messages can imitate stack lines. */
const MAX_LENGTH = 2000

/** The process's log: one JSON object per line, with its request id. */
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
    onProblem === undefined ? destination : reportProblems(destination, onProblem),
  )
}

/** A broken log must not end the process, and there is nowhere to report it. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: MAX_BUFFERED })
  output.on('error', () => {
    // At exit it would retry the write forever.
    output.flushSync = () => undefined
  })
  return output
}

function reportProblems(
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

function readProblem(line: string): LoggedProblem {
  const { time, msg, requestId, err } = loggedLine.parse(JSON.parse(line))
  const kind = err ? [err.type, err.code].filter(Boolean).join(' ').slice(0, 100) : null
  return { at: new Date(time), what: msg.slice(0, 200), kind, requestId: requestId ?? null }
}

/** An error's technical details, without personal data. */
export interface DescribedError {
  type: string
  /** SQLSTATE, or a system error code such as ECONNREFUSED. */
  code?: string
  constraint?: string
  message: string
  stack?: string
  cause?: DescribedError
}

/**
 * An error in a form safe to log. Omits fields that drivers add (the rejected row, its values), and removes
 * quotations, addresses, numbers, keys and passwords from messages.
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
    ...(frames?.length ? { stack: frames.join('\n').slice(-MAX_LENGTH) } : {}),
    ...(cause !== undefined && depth < MAX_DEPTH ? { cause: describeError(cause, depth + 1) } : {}),
  }
}

/** Removes quotations, email addresses, phone numbers and keys from a text. */
export function redactPii(text: string): string {
  return text
    .replaceAll(/"[^"]*"|“[^”]*”/g, '"…"')
    .replaceAll(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1…@')
    .replaceAll(/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
    .replaceAll(/\beyJ[\w-]+\.[\w.-]+/g, '…')
    .replaceAll(/\+\d{8,15}\b|\(?\b\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b/g, '+…')
    .slice(0, MAX_LENGTH)
}

function textField(name: 'code' | 'constraint', value: unknown): Partial<DescribedError> {
  return typeof value === 'string' ? { [name]: value } : {}
}
