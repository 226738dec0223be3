import { Worker } from 'node:worker_threads'
import type { ParsedMail } from './parse-mail.server.ts'

/** Ordinary mail takes milliseconds; 30 MB takes one to three seconds. */
const TIMEOUT_MS = 15_000
const MEMORY_MB = 768
const MAX_HEADER_BYTES = 256 * 1024

export interface MailParser {
  /** `incomplete` is true if only the header could be read. Null if not even that. Rejects nothing. */
  parse: (source: Uint8Array) => Promise<{ mail: ParsedMail; incomplete: boolean } | null>
  close: () => Promise<void>
}

/** After a timeout or a crash the worker is `isDead` and replaced. */
type Reply = { mail: ParsedMail } | { isDead: boolean }

/**
 * Parses mails in a worker thread, one at a time, within a time and memory limit: a stranger chooses their contents, and
 * some texts take the parsers very long.
 */
export function createMailParser({ timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): MailParser {
  let worker: Worker | undefined
  let answer: (reply: Reply) => void = ignoreReply
  let last: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const started = new Worker(new URL('./mail-parser-worker.server.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    started.on('message', (reply: Reply) => answer(reply))
    started.on('error', () => answer({ isDead: true }))
    started.on('exit', () => answer({ isDead: true }))
    return started
  }

  async function attempt(source: Uint8Array, simply: boolean): Promise<Reply> {
    worker ??= start()
    const current = worker
    current.ref()
    const reply = await new Promise<Reply>((resolve) => {
      const timer = setTimeout(() => resolve({ isDead: true }), timeoutMs)
      answer = (given) => {
        clearTimeout(timer)
        resolve(given)
      }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      current.postMessage({ source, simply })
    })
    current.unref()
    if ('mail' in reply || !reply.isDead) return reply
    worker = undefined
    answer = ignoreReply
    await current.terminate()
    return reply
  }

  async function parse(source: Uint8Array) {
    for (const simply of [false, true]) {
      const reply = await attempt(source, simply)
      if ('mail' in reply) return { mail: reply.mail, incomplete: false }
    }
    const header = await attempt(source.slice(0, findHeaderEnd(source)), true)
    return 'mail' in header ? { mail: header.mail, incomplete: true } : null
  }

  return {
    parse: (source) => {
      const result = last.then(() => parse(source))
      last = result.catch(() => undefined)
      return result
    },
    close: async () => {
      await last
      await worker?.terminate()
      worker = undefined
    },
  }
}

function findHeaderEnd(source: Uint8Array): number {
  const bytes = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, MAX_HEADER_BYTES))
  const ends = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')].filter((at) => at >= 0)
  return Math.min(bytes.byteLength, ...ends)
}

function ignoreReply(): void {
  // The worker has ended, or no request waits.
}
