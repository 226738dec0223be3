import { asIdentity } from '../../platform/database/as-identity.ts'
import type { Database } from '../../platform/database/database.ts'
import { FunctionError, uuid, type ServerFunction } from '../../platform/functions/server-function.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { requireStaff } from '../account/account.server.ts'
import { serveFile, type ServedFile } from '../attachments/attachments.server.ts'

interface Needs {
  database: Database
  files: FileStore
}

/** An attachment of an email, to be saved; with `picture=1`, a re-encoded picture. */
export const emailAttachment: ServerFunction<Needs> = {
  name: 'email-attachment',
  method: 'GET',
  callers: ['authenticated', 'service_role'],
  answer: async (c, { database, files }) => {
    const identity = c.get('identity')
    await requireStaff(identity, { database })
    const id = uuid.safeParse(c.req.query('id'))
    if (!id.success) throw new FunctionError(400, 'The id has to be that of an attachment.')
    const { rows } = await asIdentity(
      database,
      identity,
      (tx) =>
        tx.query<ServedFile>('select file_name, stored_as from public.email_attachments where id = $1', [
          id.data,
        ]),
      { readOnly: true },
    )
    const [found] = rows
    if (found === undefined) throw new FunctionError(404, 'This attachment does not exist any more.')
    return serveFile(c, files, {
      ...found,
      missing: 'This attachment was not kept here. It is in the mailbox.',
    })
  },
}
