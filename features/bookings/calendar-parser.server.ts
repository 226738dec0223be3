import { Worker } from 'node:worker_threads'
import { CalendarError, type CalendarQuestion, type CalendarTimes } from './read-busy-times.server.ts'

/** A calendar of 5 MB takes about a second. */
const TIMEOUT_MS = 10_000
const MEMORY_MB = 256
const TOO_HARD = 'The calendar takes too long or too much memory to read.'

let last: Promise<unknown> = Promise.resolve()

/**
 * Reads a calendar in a worker thread within a time and memory limit, one after the other: strangers can write into a
 * calendar, and some rules repeat for ever. Throws CalendarError.
 */
export function parseCalendar(
  text: string,
  question: CalendarQuestion,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<CalendarTimes> {
  const result = last.then(() => runWorker(text, question, timeoutMs))
  last = result.catch(() => undefined)
  return result
}

async function runWorker(
  text: string,
  question: CalendarQuestion,
  timeoutMs: number,
): Promise<CalendarTimes> {
  const worker = new Worker(new URL('./busy-times-worker.server.ts', import.meta.url), {
    workerData: { text, question },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const timer = setTimeout(() => void worker.terminate(), timeoutMs)
  try {
    return await new Promise<CalendarTimes>((resolve, reject) => {
      worker.on('message', (reply: CalendarTimes | { refusal: string }) =>
        'refusal' in reply ? reject(new CalendarError(reply.refusal)) : resolve(reply),
      )
      worker.on('error', (error) => reject(new CalendarError(TOO_HARD, { cause: error })))
      worker.on('exit', () => reject(new CalendarError(TOO_HARD)))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
