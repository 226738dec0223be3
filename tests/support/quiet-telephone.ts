import type { Dependencies } from '../../server/dependencies.ts'
import { createTelephony } from '../../server/telephony.ts'

/** The simulated telephone for tests that are about something else: nothing it would report reaches anybody. */
export function quietTelephone(
  parts: Pick<Dependencies, 'config' | 'secrets' | 'database' | 'clock' | 'log'>,
): Pick<Dependencies, 'phone' | 'queues'> {
  return createTelephony({ ...parts, random: () => 0.5, deliver: () => Response.error() })
}
