/** The file as a whole cannot be read; `message` tells the person who chose it what to do. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError'
}
