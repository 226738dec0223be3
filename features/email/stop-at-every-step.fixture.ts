import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { createRandom } from '../../tests/faults/random.ts'
import {
  AUTH_SERVER,
  createReceiver,
  findMistakes,
  OWN,
  seedCorrespondents,
  STAFF,
  toIncoming,
} from './email.fixture.ts'
import { writeCorpus } from './mail-corpus.fixture.ts'
import type { MailParser } from './mail-parser.server.ts'
import { receiveMail } from './receive-mail.server.ts'

class Stopped extends Error {
  override readonly name = 'Stopped'
}

export interface StopsOptions {
  database: Database
  files: FileStore
  parser: MailParser
  people: number
  count: number
  seed: number
  /** Bytes of the largest mail. */
  largest: number
  /** The share of mails that are stopped, each before and after every one of their steps. */
  stopped: number
}

/**
 * Receives mails of every shape, and stops before and after each commit and each stored file of some of them, as a kill of
 * the process does. Then it continues from the stored position. Reports mails that were lost, doubled or filed under another person.
 */
export async function receiveWithStops(
  options: StopsOptions,
): Promise<{ mails: number; stops: number; mistakes: string[] }> {
  const { database, count, seed, largest } = options
  const random = createRandom(seed)
  const people = await seedCorrespondents(database, options.people)
  const mails = writeCorpus(count, {
    people,
    own: OWN,
    staff: STAFF,
    authServer: AUTH_SERVER,
    random,
    largest,
  })
  const stop = { at: Infinity, steps: 0, count: 0 }
  const receiver = createReceiver({
    ...options,
    database: stopping(database, stop),
    files: stoppingFiles(options.files, stop),
  })
  for (const [n, mail] of mails.entries()) {
    const isStopped = random() < options.stopped
    for (let at = isStopped ? 1 : Infinity; ; at += 1) {
      Object.assign(stop, { at, steps: 0 })
      try {
        await receiveMail(receiver, toIncoming(mail, n + 1))
        break
      } catch (error) {
        if (!(error instanceof Stopped)) throw error
        stop.count += 1
      }
    }
  }
  return { mails: mails.length, stops: stop.count, mistakes: await findMistakes(database, mails) }
}

interface Stop {
  at: number
  steps: number
}

function step(stop: Stop): void {
  stop.steps += 1
  if (stop.steps === stop.at) throw new Stopped()
}

function stopping(database: Database, stop: Stop): Database {
  const transaction: Database['transaction'] = async (work, options) => {
    const result = await database.transaction(async (tx) => {
      const done = await work(tx)
      // Before the commit, which this undoes.
      step(stop)
      return done
    }, options)
    // After the commit, before its confirmation.
    step(stop)
    return result
  }
  return { ...database, kind: database.kind, transaction }
}

function stoppingFiles(files: FileStore, stop: Stop): FileStore {
  return {
    ...files,
    put: async (name, bytes, type) => {
      step(stop)
      await files.put(name, bytes, type)
      step(stop)
    },
  }
}
