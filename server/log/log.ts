import { pino, type DestinationStream, type Logger } from 'pino'
import { z } from 'zod'
import { describeError } from './described-error.ts'
import { currentRequestId } from './request-scope.ts'

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
