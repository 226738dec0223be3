import { importLimits } from './contact-import.ts'
import { ImportFileError } from './import-file-error.server.ts'
import { receiveFile } from './import-file.server.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { readBody } from '../../platform/functions/json-body.ts'
import type { ServerFunction } from '../../platform/functions/server-function.ts'
import { requireStaff } from '../account/account.server.ts'

const LIMIT = { limit: importLimits.bytes, named: `${importLimits.bytes / 1024 / 1024} MB`, what: 'file' }

/** Takes a file of contacts, as it is; `?name=` is what it is called. Nothing is imported yet. */
export const uploadContacts: ServerFunction = {
  name: 'upload-contacts',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, { database, clock }) => {
    const { id: actor } = await requireStaff(c.get('identity'), { database })
    const name = fileName(c.req.query('name') ?? '')
    const bytes = await readBody(c.req.raw, LIMIT)
    const id = await receiveFile({ database, clock, actor }, { name, bytes }).catch(refuse)
    return c.json({ id })
  },
}

function fileName(raw: string): string {
  return (
    raw
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .slice(-255)
      .trim() || 'contacts.csv'
  )
}

function refuse(error: unknown): never {
  throw error instanceof ImportFileError ? new FunctionError(400, error.message) : error
}
