import { site } from '../../site.config.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { writeLeadDigests } from './lead-digests.server.ts'

/** Mails the leads since yesterday to the staff who want one mail a day, when the business opens. */
export async function sendLeadDigests({
  database,
  clock,
  config,
  secrets,
  log,
}: Pick<Dependencies, 'database' | 'clock' | 'config' | 'secrets' | 'log'>): Promise<void> {
  const digests = await asIdentity(database, { role: 'service_role' }, (tx) =>
    writeLeadDigests(tx, {
      hours: site.hours,
      now: clock(),
      siteUrl: config.siteUrl,
      secret: secrets.jwtSecret,
    }),
  )
  if (digests > 0) log.info({ mails: digests }, 'daily mails about leads written')
}
