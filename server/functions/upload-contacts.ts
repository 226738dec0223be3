import { importLimits } from '../../shared/contact-import.ts'
import { ImportFileError } from '../domain/contact-import/import-file-error.ts'
import { receiveFile } from '../domain/contact-import/receive-file.ts'
import { FunctionError } from './function-error.ts'
import { readBody } from './json-body.ts'
import type { ServerFunction } from './server-function.ts'
import { requireStaff } from './staff.ts'

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
