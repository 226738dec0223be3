import type { Database } from '../../platform/database/database.ts'
import { wrapDatabase } from '../../platform/database/wrap-database.ts'
import type { Metrics, Service } from './metrics.ts'
import { AiError, type Ai } from '../providers/ai/ai-provider.ts'
import type { ContentServices } from '../providers/content-services.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { MailError, type MailProvider } from '../mail/mail-provider.ts'
import type { SendResult, PhoneProvider } from '../providers/phone/phone-provider.ts'
import { StockPhotoError, type StockPhotos } from '../providers/stock-photos/stock-photos.ts'

/** For a server without metrics. */
export const UNMEASURED: Pick<Metrics, 'observeTransaction' | 'countCall'> = {
  observeTransaction: () => undefined,
  countCall: () => undefined,
}

/** Wraps a database to measure its transactions. */
export function instrumentDatabase(
  database: Database,
  { observeTransaction }: Pick<Metrics, 'observeTransaction'>,
): Database {
  async function measure<T>(
    transaction: () => Promise<T>,
    hasFailed: (value: T) => boolean = () => false,
  ): Promise<T> {
    const started = performance.now()
    let outcome: 'committed' | 'failed' = 'failed'
    try {
      const value = await transaction()
      if (!hasFailed(value)) outcome = 'committed'
      return value
    } finally {
      observeTransaction(performance.now() - started, outcome)
    }
  }
  return wrapDatabase(database, {
    transaction: (work, options) => measure(() => database.transaction(work, options)),
    read: (statements, options) =>
      measure(
        () => database.read(statements, options),
        (answers) => answers.some(({ status }) => status === 'rejected'),
      ),
  })
}

type Counting = Pick<Metrics, 'countCall'>

/** Wraps a carrier to count the results of SMS and calls. */
export function instrumentPhone(phone: PhoneProvider, { countCall }: Counting): PhoneProvider {
  const noted = (handed: SendResult) => {
    countCall('phone', handed.result)
    return handed
  }
  return {
    simulated: phone.simulated,
    sendText: async (text) => noted(await phone.sendText(text)),
    connectCall: async (call) => noted(await phone.connectCall(call)),
    findTexts: (to) => phone.findTexts(to),
    fetchMedia: (address) => phone.fetchMedia(address),
    isReachable: () => phone.isReachable(),
    isSigned: (request) => phone.isSigned(request),
  }
}

/** Wraps a mail server to count the results of messages. */
export function instrumentMail(mail: MailProvider, metrics: Counting): MailProvider {
  return {
    simulated: mail.simulated,
    send: (message) => countCalls('mail', () => mail.send(message), metrics),
    forget: async (named) => mail.forget?.(named),
  }
}

/** Wraps models, photos and storage to count the results of calls. */
export function instrumentContent(
  { ai, photos, files }: ContentServices,
  metrics: Counting,
): ContentServices {
  return {
    ai: instrumentAi(ai, metrics),
    photos: instrumentPhotos(photos, metrics),
    files: instrumentFiles(files, metrics),
  }
}

function instrumentAi({ writer, artist }: Ai, metrics: Counting): Ai {
  return {
    writer: {
      simulated: writer.simulated,
      model: writer.model,
      write: (prompt, signal) => countCalls('ai text', () => writer.write(prompt, signal), metrics),
      reply: (request, signal) => countCalls('ai text', () => writer.reply(request, signal), metrics),
    },
    artist: {
      simulated: artist.simulated,
      model: artist.model,
      draw: (prompt, signal) => countCalls('ai pictures', () => artist.draw(prompt, signal), metrics),
    },
  }
}

function instrumentPhotos(photos: StockPhotos, metrics: Counting): StockPhotos {
  return {
    simulated: photos.simulated,
    search: (search, signal) => countCalls('photos', () => photos.search(search, signal), metrics),
    select: (id, signal) => countCalls('photos', () => photos.select(id, signal), metrics),
  }
}

function instrumentFiles(files: FileStore, metrics: Counting): FileStore {
  return {
    ...files,
    put: (name, bytes, type) => countCalls('files', () => files.put(name, bytes, type), metrics),
    find: (name) => countCalls('files', () => files.find(name), metrics),
  }
}

async function countCalls<T>(service: Service, call: () => Promise<T>, { countCall }: Counting): Promise<T> {
  try {
    const answer = await call()
    countCall(service, 'done')
    return answer
  } catch (error) {
    countCall(service, classifyError(error))
    throw error
  }
}

function classifyError(error: unknown): string {
  const known = error instanceof AiError || error instanceof StockPhotoError || error instanceof MailError
  return known ? error.failure : 'failed'
}
