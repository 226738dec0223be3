/** Answers to the carrier in its markup language. Every value that comes from people is escaped. */

/** Nothing to say and nothing to do. */
export const emptyAnswer = document('')

/** A text back to whoever has just texted. */
export function replyWithSms(body: string, reportTo: string): string {
  return document(`<Message statusCallback="${escape(reportTo)}">${escape(body)}</Message>`)
}

/** Rings a telephone and connects whoever called; what came of it is reported to `reportTo`, which decides what follows. */
export function connectTo(
  number: string,
  options: { reportTo: string; seconds: number; callerId?: string },
): string {
  const callerId = options.callerId === undefined ? '' : ` callerId="${escape(options.callerId)}"`
  return document(
    `<Dial answerOnBridge="true" timeout="${options.seconds}"${callerId} action="${escape(options.reportTo)}">` +
      `<Number>${escape(number)}</Number></Dial>`,
  )
}

export function say(words: string): string {
  return document(`<Say>${escape(words)}</Say><Hangup/>`)
}

function document(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escape(text: string): string {
  // Control characters are not allowed in XML at all.
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
