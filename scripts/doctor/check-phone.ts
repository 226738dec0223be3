import type { Config } from '../../server/config.ts'
import { webhookToken } from '../../server/providers/phone/choose-phone.ts'
import { findAccountStatus, findNumberWebhooks } from '../../server/providers/phone/twilio-api.ts'
import { signWebhook } from '../../server/providers/phone/webhook-signature.ts'
import type { Secrets } from '../../server/secrets.ts'
import { ask, attention, broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Telephone'
const WEBHOOKS = '/functions/v1/phone-webhook'

/** The account with the carrier, and its webhook addresses. */
export async function checkCarrier({ phone, siteUrl }: Config): Promise<Finding[]> {
  const { accountSid, from } = phone
  if (phone.provider === 'simulated' || accountSid === undefined) {
    return [
      attention(
        ABOUT,
        'Simulated: no SMS is sent and no phone rings.',
        'Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM once you have a number.',
      ),
    ]
  }
  const account = { ...phone, accountSid }
  const standing = await findAccountStatus(account)
  if (standing !== 'open') return [standingProblem(standing)]
  const staff =
    phone.staffPhone === undefined
      ? [
          attention(
            ABOUT,
            'STAFF_PHONE is not set: staff can neither make nor receive calls.',
            'Set it to the phone number that should ring.',
          ),
        ]
      : []
  return [
    ok(ABOUT, 'Live: the carrier accepts the login.'),
    ...staff,
    ...(from === undefined ? [] : await checkNumber()),
  ]

  async function checkNumber(): Promise<Finding[]> {
    const reports = await findNumberWebhooks(account, from ?? '')
    if (reports === null)
      return [
        broken(
          ABOUT,
          `The number ${from} does not belong to the account.`,
          'Set TWILIO_FROM to one of your numbers.',
        ),
      ]
    const wrong = [
      // With a Messaging Service, its own settings say where SMS go.
      phone.messagingServiceSid === undefined && reports.sms !== `${siteUrl}${WEBHOOKS}/sms` ? ['sms'] : [],
      reports.voice === `${siteUrl}${WEBHOOKS}/voice` ? [] : ['voice'],
    ].flat()
    return wrong.map((name) =>
      broken(
        ABOUT,
        `The carrier does not send ${name === 'sms' ? 'SMS' : 'call'} webhooks to this site.`,
        `At the carrier, set ${siteUrl}${WEBHOOKS}/${name} for the number ${from}.`,
      ),
    )
  }
}

function standingProblem(standing: string): Finding {
  if (standing === 'away')
    return broken(
      ABOUT,
      'The carrier does not respond.',
      'Queued SMS are sent once it does. Check the network connection of this machine.',
    )
  if (standing === 'refused')
    return broken(
      ABOUT,
      'The carrier rejects our API key.',
      'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
    )
  return broken(ABOUT, `The carrier reports the account as ${standing}.`, 'Settle that with the carrier.')
}

/** Sends a signed and an unsigned webhook through the public address. Neither has any effect. */
export async function checkWebhooks(
  { phone, siteUrl }: Config,
  secrets: Secrets,
): Promise<{ findings: Finding[]; date: Date | null }> {
  const about = 'Webhooks'
  const url = `${siteUrl}${WEBHOOKS}/message-status`
  const signature = await signWebhook(webhookToken(phone, secrets.jwtSecret), { url, params: {} })
  const post = (signed: Record<string, string>) =>
    ask(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...signed } })
  const answer = await post({ 'x-twilio-signature': signature })
  const date = answer?.date ? new Date(answer.date) : null
  return { findings: [judge()], date }

  function judge(): Finding {
    if (answer === null) {
      return attention(
        about,
        `${siteUrl} cannot be reached from this machine.`,
        'If browsers reach it, ignore this; otherwise check PUBLIC_SITE_URL, its DNS entry and the proxy.',
      )
    }
    if (answer.status === 200 && answer.text.includes('<Response'))
      return ok(about, `A signed request through ${siteUrl} was accepted.`)
    if (answer.status === 403) {
      return broken(
        about,
        `${siteUrl} rejects the carrier's signature.`,
        'PUBLIC_SITE_URL must be exactly the public address, and every instance needs the same TWILIO_AUTH_TOKEN and keys.',
      )
    }
    return broken(
      about,
      `${siteUrl} returned ${answer.status}, which is not a response of this site.`,
      'Check that PUBLIC_SITE_URL leads here, and that the proxy forwards every path and POST requests.',
    )
  }
}
