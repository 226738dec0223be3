/** The backup cannot be made or used; the message says why and what to do, in words for whoever runs the business. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
