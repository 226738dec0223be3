import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError } from '../../server/backup/backup-error.ts'
import { backupDirectory } from '../../server/backup/make-backup.ts'
import { makeRequestedBackup } from '../../server/backup/requested-backup.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { requireBody } from '../../platform/functions/json-body.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'

/** Where the command will put the file, for the record. */
const request = z.object({ recordAs: z.string().min(1).max(4096) })

/**
 * Makes a proven backup for the command on the same machine, which alone can take it: it stays in the data directory, and
 * only its name is answered.
 */
export const makeBackupFunction: ServerFunction = {
  name: 'make-backup',
  method: 'POST',
  callers: ['service_role'],
  answer: async (c, deps) => {
    const { recordAs } = await requireBody(c.req.raw, request)
    const path = join(backupDirectory(deps.config), `requested-${randomUUID()}.backup`)
    try {
      return c.json(
        await makeRequestedBackup(path, {
          ...deps,
          signal: c.req.raw.signal,
          recordAs,
        }),
      )
    } catch (error) {
      if (error instanceof BackupError) throw new FunctionError(409, error.message)
      throw error
    }
  },
}
