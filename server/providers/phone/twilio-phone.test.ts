import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import type { OutgoingSms } from './phone-provider.ts'
import { createTwilioPhone } from './twilio-phone.ts'
import { isSignedWith, signWebhook } from './webhook-signature.ts'
import { ACCOUNT, startCarrier, type FakeCarrier } from '../../../tests/support/fake-carrier.ts'

const text: OutgoingSms = {
  to: '+19107620142',
  body: 'Hello & “welcome” + 100% 🌊',
  reportTo: 'https://agency.test/functions/v1/phone-webhook/message-status?log=1',
}

interface Settings {
  messagingServiceSid?: string
  timeoutMs?: number
}

describe('the real carrier', () => {
  let carrier: FakeCarrier
  beforeAll(async () => {
    carrier = await startCarrier(() => new Date('2026-11-23T17:00:00.400Z'))
  })
  afterAll(() => carrier.leave())

  const phoneWith = ({ messagingServiceSid, timeoutMs = 10_000 }: Settings = {}) =>
    createTwilioPhone({
      accountSid: ACCOUNT,
      authTokens: ['primary-token', 'secondary-token'],
      from: messagingServiceSid === undefined ? '+19105550142' : undefined,
      messagingServiceSid,
      apiBase: carrier.url,
      timeoutMs,
    })

  test('Twilio gets SMS and calls in its documented form, with and without a Messaging Service', async () => {
    carrier.answer('ok')
    const accepted = {
      result: 'accepted',
      providerId: expect.stringMatching(/^SM/),
      status: 'queued',
      segments: 1,
    }
    expect(await phoneWith().sendText(text)).toEqual(accepted)
    expect(await phoneWith({ messagingServiceSid: 'MG01' }).sendText(text)).toEqual(accepted)
    const media = ['https://agency.test/a?key=1', 'https://agency.test/b?key=2']
    expect(await phoneWith().sendText({ ...text, body: '', media })).toEqual(accepted)
    expect(carrier.taken.map((taken) => taken.media)).toEqual([[], [], media])
    const reportContactTo = 'https://agency.test/functions/v1/phone-webhook/dial-status?log=1&x=<2>'
    const call = { staff: '+19105550100', contact: '+19107620142', reportTo: text.reportTo, reportContactTo }
    expect(await phoneWith().connectCall(call)).toMatchObject({ result: 'accepted', segments: null })
    expect(await phoneWith({ messagingServiceSid: 'MG01' }).connectCall(call)).toMatchObject({
      result: 'refused',
    })
    expect(carrier.complaints).toEqual([])
    expect(carrier.taken.map(({ body }) => body)).toEqual([text.body, text.body, ''])
    const [dialed] = carrier.calls
    expect(dialed?.get('To')).toBe('+19105550100')
    expect(dialed?.getAll('StatusCallbackEvent')).toEqual(['initiated', 'ringing', 'answered', 'completed'])
    expect(dialed?.get('Twiml')).toContain(
      'action="https://agency.test/functions/v1/phone-webhook/dial-status?log=1&amp;x=&lt;2>"',
    )
    expect(dialed?.get('Twiml')).toContain('<Number>+19107620142</Number>')
  })

  test.each([
    ['400', { result: 'refused', code: '21211', message: 'Invalid To Phone Number' }],
    ['401', { result: 'not sent', reason: 'key refused' }],
    ['21610', { result: 'refused', code: '21610', message: 'Attempt to send to unsubscribed recipient' }],
    ['429', { result: 'not sent', reason: 'busy' }],
    ['500', { result: 'unknown', reason: 'server error' }],
    ['time-out, taken', { result: 'unknown', reason: 'time-out' }],
    ['connection lost', { result: 'unknown', reason: 'lost connection' }],
  ] as const)("sendText maps Twilio's response %s to a SendResult", async (answering, handed) => {
    carrier.answer(answering)
    const before = carrier.posts()
    const patience = answering === 'time-out, taken' ? { timeoutMs: 1_000 } : {}
    expect(await phoneWith(patience).sendText(text)).toEqual(handed)
    expect(carrier.posts()).toBe(before + 1)
  })

  test("findTexts returns Twilio's records, and null while Twilio is unreachable", async () => {
    const known = await phoneWith().findTexts(text.to)
    expect(known?.[0]).toEqual({
      providerId: expect.stringMatching(/^SM/),
      to: text.to,
      body: text.body,
      status: 'delivered',
      errorCode: null,
      createdAt: new Date('2026-11-23T17:00:00Z'),
    })
    expect(await phoneWith().isReachable()).toBe(true)
    expect(carrier.complaints).toEqual([])
    await carrier.leave()
    expect(await phoneWith().sendText(text)).toEqual({ result: 'not sent', reason: 'unreachable' })
    expect(await phoneWith().findTexts(text.to)).toBeNull()
    expect(await phoneWith().isReachable()).toBe(false)
    await carrier.comeBack()
  })
})

describe('the signature of a webhook', () => {
  // The example of the carrier's documentation on request validation, also used in its SDK tests.
  const published = {
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    params: {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    },
    signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
  }

  test('a webhook signature is valid for the published example under either token, and nothing else', async () => {
    expect(await isSignedWith(['12345'], published)).toBe(true)
    expect(await isSignedWith(['new', '12345'], published)).toBe(true)
    expect(await isSignedWith([], published)).toBe(false)
    expect(await isSignedWith(['other'], published)).toBe(false)
    expect(await isSignedWith(['12345'], { ...published, signature: undefined })).toBe(false)
    expect(await isSignedWith(['12345'], { ...published, signature: '' })).toBe(false)
    const altered = { ...published, params: { ...published.params, Digits: '1235' } }
    expect(await isSignedWith(['12345'], altered)).toBe(false)
    expect(await isSignedWith(['12345'], { ...published, url: `${published.url}3` })).toBe(false)
  })

  // From the tests of the carrier's SDKs, for the token 12345.
  test.each([
    ['https://mycompany.com:1234/myapp.php?foo=1&bar=2', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
    ['http://mycompany.com:1234/myapp.php?foo=1&bar=2', 'Zmvh+3yNM1Phv2jhDCwEM3q5ebU='],
    ['https://mycompany.com/myapp.php?foo=1&bar=2', 'kvajT1Ptam85bY51eRf/AJRuM3w='],
    ['http://mycompany.com/myapp.php?foo=1&bar=2', '0ZXoZLH/DfblKGATFgpif+LLRf4='],
  ])('a webhook signature is valid with and without the port: %s, %s', async (url, signature) => {
    expect(await isSignedWith(['12345'], { url, params: published.params, signature })).toBe(true)
    const altered = { ...published.params, To: '+18005551213' }
    expect(await isSignedWith(['12345'], { url, params: altered, signature })).toBe(false)
  })

  test('a webhook signature counts each value of a repeated parameter once', async () => {
    const params = { Sid: 'CA123', SidAccount: 'AC123', Digits: ['5678', '1234', '1234'] }
    const request = { url: published.url, params, signature: 'IK+Dwps556ElfBT0I3Rgjkr1wJU=' }
    expect(await isSignedWith(['12345'], request)).toBe(true)
  })

  test.each(['plus + and space', 'emoji 🌊 and é', '100% & <b>', 'line\nbreak', ''])(
    'a webhook signature covers the value %j',
    async (Body) => {
      const request = {
        url: 'https://agency.test/functions/v1/phone-webhook/sms',
        params: { Body, Extra: 'x' },
      }
      const signature = await signWebhook('12345', request)
      expect(await isSignedWith(['12345'], { ...request, signature })).toBe(true)
    },
  )
})

test.each([
  [{}, 'simulated'],
  [{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a, b', TWILIO_FROM: '+19105550142' }, 'twilio'],
  [{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a', PHONE_PROVIDER: 'simulated' }, 'simulated'],
])('the phone settings %j select the %s carrier', (settings, provider) => {
  expect(readConfig(settings).phone.provider).toBe(provider)
})

test('two tokens are both read, and incomplete carrier settings are rejected', () => {
  expect(readConfig({ TWILIO_AUTH_TOKEN: 'a, b' }).phone.authTokens).toEqual(['a', 'b'])
  expect(() => readConfig({ PHONE_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1' })).toThrow(
    /TWILIO_AUTH_TOKEN/,
  )
  expect(() => readConfig({ STAFF_PHONE: '555' })).toThrow(/STAFF_PHONE: must be a number like/)
})
