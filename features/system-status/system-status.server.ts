import { readSystemStatus } from './read-system-status.server.ts'
import { readVersion } from '../../server/version.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'
import { requireAdmin } from '../account/account.server.ts'

/** How the product is doing: services, queues, failures, database, backup. */
export const systemStatus: ServerFunction = {
  name: 'system-status',
  method: 'GET',
  callers: ['authenticated', 'service_role'],
  answer: async (c, deps) => {
    await requireAdmin(c.get('identity'), deps)
    const status = await readSystemStatus(deps.database, deps.clock())
    return c.json({ version: readVersion(), services: servicesOf(deps), ...status })
  },
}

/** Which of the services outside are real, and which are ours. */
function servicesOf({ phone, mail, ai, photos, config }: FunctionDependencies) {
  return {
    mail: { simulated: mail.simulated },
    phone: { simulated: phone.provider.simulated },
    texts: { simulated: ai.writer.simulated },
    pictures: { simulated: ai.artist.simulated },
    photos: { simulated: photos.simulated },
    files: { simulated: false, onThisMachine: config.s3 === undefined },
  }
}
