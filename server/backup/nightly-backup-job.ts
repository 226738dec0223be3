import { makeNightlyBackup } from './nightly-backup.ts'
import type { Dependencies } from '../dependencies.ts'

/** Backs everything up, once a night over all copies of the server. */
export async function nightlyBackup(deps: Dependencies, ending: AbortSignal): Promise<void> {
  if (deps.config.nightlyBackup) await makeNightlyBackup({ ...deps, signal: ending })
}
