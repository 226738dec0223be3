import * as z from 'zod/mini'
import type { Backend } from '../../web/api/client.ts'
import { callFunction } from '../../web/api/request.ts'
import { unsentFile, type FileChannel, type UnsentFile } from './attachments.ts'

/** Stores a file for a message that is not sent yet. Throws ApiError. */
export function uploadAttachment(
  backend: Backend,
  file: File,
  { contactId, channel }: { contactId: string; channel: FileChannel },
): Promise<UnsentFile> {
  return callFunction(backend, {
    name: 'upload-attachment',
    query: { contact: contactId, channel, name: file.name, type: file.type },
    body: file,
    answer: unsentFile,
  })
}

interface StoredAttachment {
  id: string
  /** A file of an email, or of a text. */
  of: 'email-attachment' | 'text-media'
}

/** The bytes of a sent or received file, to be saved. Throws ApiError. */
export function downloadAttachment(backend: Backend, { id, of }: StoredAttachment): Promise<Blob> {
  return callFunction(backend, { name: of, query: { id }, method: 'GET', answer: z.instanceof(Blob) })
}
