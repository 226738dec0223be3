/** Responses in TwiML. User input is escaped. */

/** No action. */
export const emptyAnswer = document('')

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Replies to the sender of an incoming SMS. */
export function replyWithSms(body: string, reportTo: string): string {
  return document(`<Message statusCallback="${escape(reportTo)}">${escape(body)}</Message>`)
}

/** Calls a phone and connects the caller; `reportTo` receives the result and decides the next step. */
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

function escape(text: string): string {
  // XML forbids control characters.
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
