import { getRequestListener } from '@hono/node-server'
import { createServer as createNodeServer, type Server as NodeServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { ConfigError, readConfig, type Config } from './server/config.ts'
import { DataDirectoryLockedError } from './server/database/data-directory-lock.ts'
import { migrate } from './server/database/migrate.ts'
import { openDatabase } from './server/database/open-database.ts'
import type { Dependencies } from './server/dependencies.ts'
import { firstStart } from './server/first-start.ts'
import { startJobs } from './server/jobs/schedule.ts'
import { openBuiltSite, type OpenSite } from './server/pages/site.ts'
import { contentServices } from './server/providers/content-services.ts'
import { chooseMail } from './server/providers/mail/choose-mail.ts'
import { createServer } from './server/router.ts'
import { createTelephony } from './server/telephony.ts'
import { announceAddress, withdrawAddress } from './server/running-server.ts'
import { loadSecrets } from './server/secrets.ts'

/** How long requests in flight may take after SIGTERM, in milliseconds. The operator is promised 10 s in all. */
const DRAIN_MS = 8_000
const clock = () => new Date()

export const MIGRATIONS = ['db/platform', 'db/migrations']

/** Starts the product and resolves once it listens. Stops on SIGTERM and SIGINT. */
export async function run(config: Config, openSite: OpenSite): Promise<void> {
  const database = await openDatabase(config)
  const secrets = await loadSecrets(config)
  await migrate(database, MIGRATIONS)
  const greeting = await firstStart({ config, database, clock })

  const node = createNodeServer({ requestTimeout: 30_000, headersTimeout: 15_000 })
  const log = pino({ level: config.logLevel })
  const site = await openSite(node, log)
  // The simulated carrier calls us as the real one would, without leaving the process.
  const deliver = (request: Request) => server.fetch(request, { clientAddress: '127.0.0.1' })
  const parts = { config, secrets, database, clock, log, mail: chooseMail(config, log) }
  const deps: Dependencies = {
    ...parts,
    ...contentServices(config),
    ...createTelephony({ ...parts, random: Math.random, deliver }),
    ...site,
  }
  const server = createServer(deps)
  const jobs = startJobs(deps)
  await deps.queues.start()
  const answer = getRequestListener(server.fetch)
  node.on('request', (request, response) => {
    if (server.answerKept(request, response)) return
    if (site.middleware) site.middleware(request, response, () => void answer(request, response))
    else void answer(request, response)
  })
  node.on('upgrade', server.handleUpgrade)

  const address = await listen(node, config)
  await announceAddress(config.dataDirectory, address)
  console.log([...greeting, `The site is open at ${address}`].join('\n'))

  const stop = async () => {
    server.drain()
    await Promise.race([closed(node), sleep(DRAIN_MS)])
    node.closeAllConnections()
    await Promise.all([jobs.stop(), deps.queues.stop()])
    await server.close()
    await withdrawAddress(config.dataDirectory)
    await database.close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void stop())
  process.once('SIGINT', () => void stop())
}

/** Listens and returns the address to open; with port 0 the system chooses one. */
function listen(node: NodeServer, config: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    node.once('error', reject)
    node.listen(config.port, config.host, () => {
      const bound = node.address()
      const port = typeof bound === 'object' && bound !== null ? bound.port : config.port
      resolve(config.port === 0 ? `http://${config.host}:${port}` : config.siteUrl)
    })
  })
}

function closed(node: NodeServer): Promise<void> {
  return new Promise((resolve) => {
    node.close(() => resolve())
    node.closeIdleConnections()
  })
}

/** Runs the product, or says in plain words why it cannot start. */
export async function runOrExplain(openSite: OpenSite): Promise<void> {
  try {
    await run(readConfig(), openSite)
  } catch (error) {
    const expected =
      error instanceof ConfigError || error instanceof DataDirectoryLockedError || isAddressInUse(error)
    console.error(expected && error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runOrExplain(openBuiltSite)
}
