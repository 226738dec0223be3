import { site } from '../site.config.ts'
import type { Dependencies } from './dependencies.ts'
import { createMailQueue } from './mail/mail-queue.ts'
import { createIncomingSms } from '../features/conversations/incoming-sms.server.ts'
import { createTextQueue } from '../features/conversations/sms-queue.server.ts'
import { createUnknownTextQueue } from '../features/conversations/unknown-sms-queue.server.ts'
import { webhookAddress } from '../features/conversations/phone-webhook.server.ts'
import { drainQueue, type DrainTools } from './jobs/drain-queue.ts'
import { createCarrierMemory, createCarrierWebhookQueue } from './providers/phone/simulated-carrier.ts'
import { createQueueRunner } from './jobs/queue-runner.ts'
import { choosePhone, type PhoneParts } from './providers/phone/choose-phone.ts'
import type { PhoneProvider } from './providers/phone/phone-provider.ts'
import { replyWithSms } from './providers/phone/twiml.ts'

type Parts = Pick<Dependencies, 'config' | 'secrets' | 'database' | 'clock' | 'log' | 'mail'> &
  Pick<PhoneParts, 'deliver' | 'random'> & {
    /** Optional metrics wrapper. */
    measured?: (carrier: PhoneProvider) => PhoneProvider
  }

/** The configured carrier, its parts, and the SMS and mail queues. `deliver` sends a request to the server itself. */
export function createQueues(parts: Parts): Pick<Dependencies, 'phone' | 'incomingTexts' | 'queues'> {
  const { config, secrets, database, clock, log, mail, random, deliver } = parts
  const chosen = choosePhone(config, {
    memory: createCarrierMemory(database),
    clock,
    random,
    deliver,
    secret: secrets.jwtSecret,
    businessNumber: config.phone.from ?? site.phone.e164,
  })
  const phone = { ...chosen, provider: parts.measured?.(chosen.provider) ?? chosen.provider }
  const texts = createTextQueue({ phone: phone.provider, siteUrl: config.siteUrl })
  const unknownTexts = createUnknownTextQueue({ phone: phone.provider })
  const carrierWebhooks = createCarrierWebhookQueue(async (webhook) => phone.handset?.send(webhook) ?? 404)
  const mails = createMailQueue({ mail, host: new URL(config.siteUrl).hostname })
  const tools = (stopping: () => boolean): DrainTools => ({ database, clock, random, stopping })
  const queues = createQueueRunner({
    database,
    clock,
    log,
    drains: {
      texts: (stopping) => drainQueue(texts, tools(stopping)),
      'unknown-texts': (stopping) => drainQueue(unknownTexts, tools(stopping)),
      'carrier-webhooks': (stopping) => drainQueue(carrierWebhooks, tools(stopping)),
      mails: (stopping) => drainQueue(mails, tools(stopping)),
    },
  })
  const incomingTexts = createIncomingSms(database, (reply) =>
    replyWithSms(reply.body, webhookAddress(config.siteUrl, 'message-status', reply.logId)),
  )
  return { phone, incomingTexts, queues }
}
