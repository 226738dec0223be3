import type { Server as NodeServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { hostInUrl, readConfig, type Config, readVersion } from './server/config.ts'
import { registerInstance, HEARTBEAT_MS } from './server/instances.ts'
import { findSharedSettings, loadSecrets } from './server/secrets.ts'
import { listVersions, listMigrations } from './platform/database/migrate.ts'
import { asService } from './platform/database/as-identity.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { readErrorCode, ExplainedError } from './platform/errors.ts'
import { prepareDatabase, prepareFirstStart } from './server/first-start.ts'
import { stopInSteps, stopServing } from './server/graceful-stop.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { startScheduler } from './server/jobs/scheduler.ts'
import { schedule } from './server/schedule.ts'
import { createLog } from './server/log/log.ts'
import { createProblemJournal } from './server/log/problem-journal.ts'
import {
  instrumentDatabase,
  instrumentContent,
  instrumentMail,
  instrumentPhone,
  UNMEASURED,
} from './server/metrics/instrument.ts'
import { openBuiltSite, type OpenSite } from './server/pages/page-build.ts'
import { purgeSoon } from './server/pages/purge-queue.ts'
import { createContentServices } from './server/providers/content-services.ts'
import { chooseMail } from './server/mail/choose-mail.ts'
import { createServer, type ServerParts } from './server/router.ts'
import { announceAddress, withdrawAddress } from './server/running-server.ts'
import { createQueues } from './server/queues.ts'

const clock = () => new Date()

/** Starts the product and resolves once it listens. Stops on SIGTERM and SIGINT. */
export async function run(config: Config, openSite: OpenSite): Promise<void> {
  const metrics = await openMetrics(config)
  const recorder = metrics ?? UNMEASURED
  const database = instrumentDatabase(await openDatabase(config), recorder)
  const secrets = await loadSecrets(config)
  const problems = createProblemJournal(database)
  const log = createLog({ level: config.logLevel, onProblem: problems.note })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  // The pages load while the database answers.
  const [platform, site] = await Promise.all([prepareDatabase(database), openSite(log)])
  const shared = await findSharedSettings(config, secrets)
  const copies = await registerInstance({
    database,
    log,
    version: readVersion(),
    shared,
    listenForLife: () => sleep(1.2 * HEARTBEAT_MS),
  })
  const greeting = await prepareFirstStart({ config, database, platform, clock })

  // The simulated carrier calls our webhooks in-process.
  const deliver = (request: Request) => server.fetch(request, { clientAddress: '127.0.0.1' })
  const migrations = await listVersions(listMigrations(platform))
  const mail = instrumentMail(chooseMail(config, log), recorder)
  const parts = { config, secrets, database, platform, migrations, clock, log, mail }
  const content = instrumentContent(await createContentServices(config), recorder)
  const deps: ServerParts = {
    ...parts,
    ...content,
    ...createQueues({
      ...parts,
      files: content.files,
      random: Math.random,
      deliver,
      measured: (carrier) => instrumentPhone(carrier, recorder),
    }),
    ...site,
  }
  const server = createServer(deps)
  const jobs = startScheduler(schedule, deps)
  // This version may render pages differently.
  if (config.purge !== undefined) await asService(database, (tx) => purgeSoon(tx, clock()))
  await deps.queues.start()
  const { mailbox } = config.mail
  const watcher =
    mailbox &&
    (await import('./features/email/watch-mailbox.server.ts')).watchMailbox({
      ...parts,
      files: deps.files,
      mailbox,
    })
  const respond = getRequestListener(server.fetch)
  const { node, underWay } = createHttpServer({
    upgrades: [...server.upgrades, ...(site.upgrades ? [site.upgrades] : [])],
    trustedProxies: config.trustedProxies,
    log,
    answer: (request, response) => {
      if (site.middleware) site.middleware(request, response, () => void respond(request, response))
      else void respond(request, response)
    },
    answerAtOnce: server.serveCached,
    observe: metrics?.observeRequest,
  })
  metrics?.watch({ database, channels: server.channels, underWay })
  const stopMetrics = await metrics?.serve()

  const own = await listen(node, config)
  await announceAddress(config.dataDirectory, own)
  const steps = {
    requests: () => stopServing({ node, underWay, server, drainMs: config.drainMs }),
    work: () => Promise.all([jobs.stop(), deps.queues.stop(), watcher?.stop()]),
    channels: () => server.close(),
    address: () => withdrawAddress(config.dataDirectory, own),
    metrics: async () => stopMetrics?.(),
    copies: () => copies.leave(),
    problems: () => problems.close(),
    database: () => database.close(),
  }
  const stop = () => stopInSteps(steps, log)
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())

  // Announced last: a signal that arrives before the handlers above ends the process without a graceful stop.
  const address = config.port === 0 ? own : config.siteUrl
  console.log([...greeting, `The site is open at ${address}`].join('\n'))
}

/** Null without a place to serve them: then nothing is measured, and their library is not loaded. */
async function openMetrics({ metrics: place }: Config) {
  if (place === undefined) return null
  const { createMetrics, serveMetrics } = await import('./server/metrics/metrics.ts')
  const metrics = createMetrics()
  return { ...metrics, serve: () => serveMetrics(metrics, place) }
}

/** Listens and returns the address for local programs; with port 0 the system chooses one. */
function listen(node: NodeServer, { host, port }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    node.once('error', reject)
    node.listen(port, host, () => {
      const bound = node.address()
      const own = typeof bound === 'object' && bound !== null ? bound.port : port
      resolve(`http://${ownHost(host)}:${own}`)
    })
  })
}

/** Not the public address: a proxy in between may time out during a long command. */
function ownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return hostInUrl(host)
}

/** Runs the product, or explains why it cannot start. */
export async function runOrExplain(openSite: OpenSite): Promise<void> {
  try {
    await run(readConfig(), openSite)
  } catch (error) {
    console.error(isExplained(error) ? error.message : error)
    process.exit(1)
  }
}

/** Whether the message alone is enough for the owner. */
function isExplained(error: unknown): error is Error {
  return error instanceof ExplainedError || readErrorCode(error) === 'EADDRINUSE'
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runOrExplain(openBuiltSite)
}
