import * as z from 'zod/mini'

export type FileChannel = 'email' | 'text'

const MEGABYTE = 1024 * 1024

/** Bytes, per file and together. */
export const FILE_LIMITS: Readonly<Record<FileChannel, { files: number; one: number; all: number }>> = {
  email: { files: 10, one: 10 * MEGABYTE, all: 20 * MEGABYTE },
  // Pictures are made smaller than this before they are stored.
  text: { files: 3, one: 10 * MEGABYTE, all: 20 * MEGABYTE },
}

/** Pictures that we re-encode and every phone shows. */
export const TEXT_PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** A file attached to a message that is not sent yet. */
export const unsentFile = z.object({ id: z.string(), name: z.string(), size: z.number() })
export type UnsentFile = z.infer<typeof unsentFile>

/** Why these files cannot be sent with one message; null if they can. */
export function explainTooMuch(
  channel: FileChannel,
  files: readonly Pick<UnsentFile, 'name' | 'size'>[],
): string | null {
  const { files: most, one, all } = FILE_LIMITS[channel]
  const what =
    channel === 'email' ? 'An email can carry at most 10 files' : 'A text can carry at most 3 pictures'
  if (files.length > most) return `${what}; these are ${files.length}.`
  const large = files.find(({ size }) => size > one)
  if (large !== undefined)
    return `${large.name} has ${formatSize(large.size)}. A file can have at most ${one / MEGABYTE} MB.`
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total <= all) return null
  return `Together these files have ${formatSize(total)}. An email can carry at most ${all / MEGABYTE} MB.`
}

/** "84 KB", "1.2 MB". */
export function formatSize(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}

/** Without a path and without characters that reverse the reading direction (`exe.fdp` shown as `pdf.exe`). */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, '')
    .replace(/^\.+/, '')
    .trim()
    .slice(0, 200)
    .toWellFormed()
}
