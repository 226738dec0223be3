/** Responses in TwiML, built by the carrier's SDK. */

// Loaded by the first response: starting must not wait for the package.
const createVoiceResponse = async () => new (await import('twilio/lib/twiml/VoiceResponse.js')).default()
const createMessagingResponse = async () =>
  new (await import('twilio/lib/twiml/MessagingResponse.js')).default()

/** An empty TwiML response: the carrier does nothing. */
export async function respondEmpty(): Promise<string> {
  return (await createMessagingResponse()).toString()
}

/** Replies to the sender of an incoming SMS. */
export async function replyWithSms(body: string, reportTo: string): Promise<string> {
  const response = await createMessagingResponse()
  response.message({ statusCallback: reportTo }, body)
  return response.toString()
}

/** Calls a phone and connects the caller; `reportTo` receives the result and decides the next step. */
export async function connectTo(
  number: string,
  { reportTo, seconds, callerId }: { reportTo: string; seconds: number; callerId?: string },
): Promise<string> {
  const response = await createVoiceResponse()
  const caller = callerId === undefined ? {} : { callerId }
  response.dial({ answerOnBridge: true, timeout: seconds, action: reportTo, ...caller }).number(number)
  return response.toString()
}

export async function sayAndHangUp(words: string): Promise<string> {
  const response = await createVoiceResponse()
  response.say(words)
  response.hangup()
  return response.toString()
}
