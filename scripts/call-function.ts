import { Hono } from 'hono'
import { z } from 'zod'
import { readConfig, type Config } from '../server/config.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createLog } from '../server/log/log.ts'
import { prepareDatabase } from '../server/first-start.ts'
import { createContentServices } from '../server/providers/content-services.ts'
import { chooseMail } from '../server/mail/choose-mail.ts'
import { createServer } from '../server/router.ts'
import { findRunningServer } from '../server/running-server.ts'
import { loadSecrets } from '../server/secrets.ts'
import { createQueues } from '../server/queues.ts'
import { fail } from './run-explained.ts'

const failure = z.object({ error: z.string() })

/**
 * Calls a function with the service role key: on the running server, because only that may have the embedded database
 * open; otherwise on a temporary server without a port. If the function fails, prints its error and exits. Throws
 * ExplainedError.
 */
export async function callFunction(name: string, body: object): Promise<unknown> {
  const config = readConfig()
  const secrets = await loadSecrets(config)
  const request = (origin: string) =>
    new Request(new URL(`/functions/v1/${name}`, origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: secrets.serviceRoleKey },
      body: JSON.stringify(body),
    })
  const response = (await askRunningServer(config, request)) ?? (await askOwnServer(config, request))
  const answer: unknown = await response.json()
  if (!response.ok) fail(failure.parse(answer).error)
  return answer
}

async function askRunningServer(
  config: Config,
  request: (origin: string) => Request,
): Promise<Response | null> {
  const origin = await findRunningServer(config.dataDirectory)
  if (origin === null) return null
  try {
    return await fetch(request(origin))
  } catch (error) {
    // Stale address of a server that was killed; the database is free.
    if (error instanceof TypeError) return null
    throw error
  }
}

async function askOwnServer(config: Config, request: (origin: string) => Request): Promise<Response> {
  const database = await openDatabase(config)
  const platform = await prepareDatabase(database)
  const log = createLog({ level: 'error' })
  const parts = {
    config,
    secrets: await loadSecrets(config),
    database,
    platform,
    log,
    mail: chooseMail(config, log),
    clock: () => new Date(),
  }
  const content = await createContentServices(config)
  const server = createServer({
    ...parts,
    migrations: [],
    ...createQueues({ ...parts, ...content, random: Math.random, deliver: () => Response.error() }),
    ...content,
    pages: async () => new Response(null, { status: 404 }),
    assets: new Hono(),
  })
  const response = await server.fetch(request(config.siteUrl))
  await server.close()
  await database.close()
  return response
}
