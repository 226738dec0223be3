import { existsSync } from 'node:fs'
import type { Config } from '../../server/config.ts'
import { findRunningServer } from '../../server/running-server.ts'
import { findSecrets, type Secrets } from '../../server/secrets.ts'
import { listMigrations } from '../../platform/database/migrate.ts'
import { factsFromServer, attention, type Finding } from './finding.ts'
import { checkBackups } from './check-backups.ts'
import { checkClock, checkDisk, checkProgram } from './check-machine.ts'
import { checkClaims } from './check-claims.ts'
import { checkConfiguration, isLocal } from './check-configuration.ts'
import { checkContent } from './check-content.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles, checkKeys, checkProject } from './check-keys.ts'
import { checkMail } from './check-mail.ts'
import { checkMailbox } from './check-mailbox.ts'
import { checkCarrier, checkWebhooks } from './check-phone.ts'
import { checkServer } from './check-server.ts'
import { findDatabase, readExpectedSchema } from './find-database.ts'

/** Runs all checks, in the order of the report. Changes nothing, whether the site runs or not. */
export async function diagnose(config: Config): Promise<Finding[]> {
  const origin = await findServer(config)
  const files = checkFiles(config)
  const secrets = await findSecrets(config)
  return [
    ...checkProgram(),
    ...checkConfiguration(config),
    ...files,
    ...(secrets === null ? [noKeysYet()] : await checkKeys(config, secrets)),
    ...(await checkServer(origin)),
    ...(await checkData(config, { origin, secrets })),
    ...(await checkMail(config)),
    ...(await checkMailbox(config)),
    ...(await checkCarrier(config)),
    ...(await checkContent(config)),
    ...checkClaims(new Date()),
    ...(await checkDisk(config.dataDirectory)),
  ]
}

/** Database, backups, clock and webhooks, which share one connection. */
async function checkData(
  config: Config,
  { origin, secrets }: { origin: string | null; secrets: Secrets | null },
): Promise<Finding[]> {
  const fromServer = origin === null || secrets === null ? null : await factsFromServer(origin, secrets)
  const facts = fromServer ?? (await findDatabase(config))
  const here = new Date()
  const webhooks = origin === null || secrets === null ? null : await checkWebhooks(config, secrets)
  const findings = webhooks?.findings ?? []
  if ('state' in facts) return [facts, ...findings]
  const others = [{ whose: "the database's", says: facts.now }]
  // On the same machine the clocks are identical.
  if (webhooks?.date && !isLocal(config.siteUrl))
    others.push({ whose: "the public address's", says: webhooks.date })
  return [
    ...checkDatabase(facts, await readExpectedSchema(listMigrations(facts.platform))),
    ...(facts.platform === 'hosted' ? await checkProject(config) : []),
    ...checkBackups(facts, { now: here, nightly: config.nightlyBackup }),
    ...checkClock(here, others),
    ...findings,
  ]
}

async function findServer({ dataDirectory }: Config): Promise<string | null> {
  return existsSync(dataDirectory) ? findRunningServer(dataDirectory) : null
}

function noKeysYet(): Finding {
  return attention('Keys', 'No keys yet.', 'The first npm start generates them.')
}
