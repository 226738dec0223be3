import {
  carrierConfirmation,
  newId,
  simulatedMediaAddress,
  type SimulatedMedia,
  type SimulatedCarrierState,
  type SimulatedWebhook,
} from './simulated-phone.ts'
import { signWebhook } from './webhook-signature.ts'

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export interface HandsetOptions {
  memory: SimulatedCarrierState
  clock: () => Date
  token: string
  siteUrl: string
  /** The business's number. */
  businessNumber: string
  /** Sends a request to the product itself. */
  deliver: (request: Request) => Response | Promise<Response>
}

/** A text from a simulated phone. */
interface SentText {
  number: string
  body: string
  media?: readonly SimulatedMedia[]
}

/** The simulated phones, and the webhooks their actions cause. */
export interface SimulatedHandset {
  /** Sends an SMS to the business. */
  writeText: (text: SentText) => Promise<void>
  /** Calls the business; `answered` false means the caller hangs up. */
  callIn: (call: { number: string; answered: boolean }) => Promise<void>
  /** Sends a webhook and follows the response's instructions. Returns its status. */
  send: (webhook: SimulatedWebhook) => Promise<number>
}

export function createSimulatedHandset(options: HandsetOptions): SimulatedHandset {
  const { memory, clock, token, siteUrl, businessNumber, deliver } = options
  return { writeText, callIn, send }

  async function writeText({ number, body, media = [] }: SentText): Promise<void> {
    const providerId = newId('SM')
    const now = clock()
    await memory.addText({ providerId, number, fromPhone: true, body, at: now, media })
    const params = {
      MessageSid: providerId,
      SmsSid: providerId,
      From: number,
      To: businessNumber,
      Body: body,
      NumMedia: String(media.length),
      ...Object.fromEntries(
        media.flatMap(({ type }, place) => [
          [`MediaUrl${place}`, simulatedMediaAddress(providerId, place)],
          [`MediaContentType${place}`, type],
        ]),
      ),
    }
    await memory.schedule([{ url: address('sms'), params, at: now }])
    const confirmation = carrierConfirmation(body)
    if (confirmation !== null) await arrive(number, confirmation)
  }

  async function callIn({ number, answered }: { number: string; answered: boolean }): Promise<void> {
    const params = {
      CallSid: newId('CA'),
      From: number,
      To: businessNumber,
      Direction: 'inbound',
      CallStatus: 'ringing',
    }
    const thenDial = answered ? 'completed' : 'no-answer'
    await memory.schedule([{ url: address('voice'), params, at: clock(), thenDial }])
  }

  async function send(webhook: SimulatedWebhook): Promise<number> {
    const { url, params } = webhook
    const response = await deliver(
      new Request(url, {
        method: 'POST',
        body: new URLSearchParams(params),
        headers: { 'X-Twilio-Signature': await signWebhook(token, { url, params }) },
      }),
    )
    if (response.ok) await obey(await response.text(), webhook)
    return response.status
  }

  async function obey(answer: string, { params, thenDial }: SimulatedWebhook): Promise<void> {
    for (const [, attributes = '', body = ''] of answer.matchAll(/<Message([^>]*)>([^<]*)<\/Message>/g)) {
      const providerId = await arrive(params['From'] ?? '', unescape(body))
      const reportTo = /statusCallback="([^"]*)"/.exec(attributes)?.[1]
      if (reportTo !== undefined)
        await report(unescape(reportTo), { MessageSid: providerId, MessageStatus: 'delivered' })
    }
    const dialed = /<Dial[^>]*action="([^"]*)"/.exec(answer)?.[1]
    if (dialed !== undefined && thenDial !== undefined) {
      const seconds = thenDial === 'completed' ? '42' : '0'
      const { CallSid = '', From = '' } = params
      await report(unescape(dialed), { CallSid, From, DialCallStatus: thenDial, DialCallDuration: seconds })
    }
  }

  async function arrive(number: string, body: string): Promise<string> {
    const providerId = newId('SM')
    await memory.addText({ providerId, number, fromPhone: false, body, at: clock() })
    return providerId
  }

  function report(url: string, params: Record<string, string>): Promise<void> {
    return memory.schedule([{ url, params, at: clock() }])
  }

  function address(name: 'sms' | 'voice'): string {
    return `${siteUrl}/functions/v1/phone-webhook/${name}`
  }
}

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => CHARACTERS[name] ?? entity)
}
