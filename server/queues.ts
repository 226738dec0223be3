import { site } from '../site.config.ts'
import { createMailQueue } from './mail/mail-queue.ts'
import { createIncomingSms, type IncomingTexts } from '../features/conversations/incoming-sms.server.ts'
import { sizeOfText } from '../features/conversations/sms-segments.ts'
import { createTextQueue } from '../features/conversations/sms-queue.server.ts'
import { createUnknownTextQueue } from '../features/conversations/unknown-sms-queue.server.ts'
import { createMediaQueue } from '../features/conversations/text-media.server.ts'
import { createPushQueue } from '../features/notifications/push-queue.server.ts'
import { webhookAddress } from '../features/conversations/phone-webhook.server.ts'
import { drainQueue, type DrainTools } from './jobs/drain-queue.ts'
import { createPurgeQueue } from './pages/purge-queue.ts'
import { createCarrierState, createCarrierWebhookQueue } from './providers/phone/simulated-carrier.ts'
import { createQueueRunner, type Queues } from './jobs/queue-runner.ts'
import { choosePhone, type PhoneParts, type Phone } from './providers/phone/choose-phone.ts'
import type { PhoneProvider } from './providers/phone/phone-provider.ts'
import { replyWithSms } from './providers/phone/twiml.ts'
import { derivePushKeys } from './secrets.ts'
import type { Config } from './config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from 'pino'
import type { MailProvider } from './mail/mail-provider.ts'
import type { FileStore } from '../platform/storage/file-store.ts'

export interface QueueNeeds extends Pick<PhoneParts, 'deliver' | 'random'> {
  config: Config
  secrets: { jwtSecret: string }
  database: Database
  clock: Clock
  log: Logger
  mail: MailProvider
  files: FileStore
  /** Optional metrics wrapper. */
  measured?: (carrier: PhoneProvider) => PhoneProvider
}

export interface PhoneAndQueues {
  phone: Phone
  incomingTexts: IncomingTexts
  /** Durable queues: send after the commit, when due, again after a crash. */
  queues: Queues
}

/** The configured carrier, its parts, and the SMS and mail queues. `deliver` sends a request to the server itself. */
export function createQueues(parts: QueueNeeds): PhoneAndQueues {
  const { config, secrets, database, clock, log, mail, files, random, deliver } = parts
  const chosen = choosePhone(config, {
    memory: createCarrierState(database),
    clock,
    random,
    countSegments: (body) => Math.max(1, sizeOfText(body).parts),
    deliver,
    secret: secrets.jwtSecret,
    businessNumber: config.phone.from ?? site.phone.e164,
  })
  const phone = { ...chosen, provider: parts.measured?.(chosen.provider) ?? chosen.provider }
  const texts = createTextQueue({
    phone: phone.provider,
    siteUrl: config.siteUrl,
    secret: secrets.jwtSecret,
  })
  const unknownTexts = createUnknownTextQueue({ phone: phone.provider })
  const carrierWebhooks = createCarrierWebhookQueue(async (webhook) => phone.handset?.send(webhook) ?? 404)
  const mails = createMailQueue({ mail, files, host: new URL(config.siteUrl).hostname })
  const media = createMediaQueue({ phone: phone.provider, files })
  const pushes = createPushQueue({ keys: derivePushKeys(secrets.jwtSecret) })
  const purges = createPurgeQueue(config.purge)
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
      media: (stopping) => drainQueue(media, tools(stopping)),
      pushes: (stopping) => drainQueue(pushes, tools(stopping)),
      purges: (stopping) => drainQueue(purges, tools(stopping)),
    },
  })
  const incomingTexts = createIncomingSms(database, (reply) =>
    replyWithSms(reply.body, webhookAddress(config.siteUrl, 'message-status', reply.logId)),
  )
  return { phone, incomingTexts, queues }
}
