import type { Dependencies } from '../dependencies.ts'
import { forgetExpired } from './forget-expired.ts'
import { nightlyBackup } from './nightly-backup.ts'
import { onSteadyClock } from './on-steady-clock.ts'
import { publishScheduled } from './publish-scheduled.ts'
import { purgeDeletedContacts } from './purge-deleted-contacts.ts'
import { purgeExpired } from './purge-expired.ts'
import { purgeQueues } from './purge-queues.ts'
import { forgetImportedFiles, takeBackInterruptedImports } from './recover-imports.ts'
import { refreshStatistics } from './refresh-statistics.ts'
import { removeUnusedPictures } from './remove-unused-pictures.ts'
import { sendLeadDigests } from './send-lead-digests.ts'
import { writeScheduledDraft } from './write-scheduled-draft.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000

interface Job {
  name: string
  /** Milliseconds. */
  every: number
  /** `ending` is aborted when the server stops: what takes long gives way then. */
  run: (deps: Dependencies, ending: AbortSignal) => Promise<void>
}

/** All recurring work of the product. Each job may run in several copies of the server at once without harm. */
const schedule: readonly Job[] = [
  { name: 'publish scheduled posts', every: 15 * SECOND, run: publishScheduled },
  { name: 'write the scheduled draft', every: 5 * MINUTE, run: writeScheduledDraft },
  { name: 'send daily mails about leads', every: 5 * MINUTE, run: sendLeadDigests },
  { name: 'purge expired limits', every: HOUR, run: purgeExpired },
  { name: 'purge deleted contacts', every: HOUR, run: onSteadyClock(purgeDeletedContacts) },
  { name: 'forget what was kept long enough', every: HOUR, run: onSteadyClock(forgetExpired) },
  { name: 'purge what the queues have done', every: MINUTE, run: purgeQueues },
  { name: 'refresh statistics', every: MINUTE, run: refreshStatistics },
  { name: 'take back interrupted imports', every: 10 * SECOND, run: takeBackInterruptedImports },
  { name: 'back up every night', every: 5 * MINUTE, run: nightlyBackup },
  { name: 'forget imported files', every: HOUR, run: forgetImportedFiles },
  { name: 'forget imported files', every: HOUR, run: onSteadyClock(forgetImportedFiles) },
  { name: 'remove unused pictures', every: 6 * HOUR, run: onSteadyClock(removeUnusedPictures) },
]

export interface Jobs {
  /** No new run starts; resolves when the running ones have ended. */
  stop: () => Promise<void>
}

/** Starts every job of the schedule; a failing run is logged and the next one comes as usual. */
export function startJobs(deps: Dependencies): Jobs {
  const running = new Set<Promise<void>>()
  const ending = new AbortController()
  const timers = schedule.map(({ name, every, run }) => {
    const start = () => {
      const work = run(deps, ending.signal)
        .catch((error: unknown) => deps.log.error({ err: error, job: name }, 'job failed'))
        .finally(() => running.delete(work))
      running.add(work)
    }
    return setInterval(start, every).unref()
  })
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      ending.abort()
      await Promise.all(running)
    },
  }
}
