import { ExplainedError } from '../../platform/errors.ts'

/** The backup cannot be made or used; the message says why and what to do, in words for whoever runs the business. */
export class BackupError extends ExplainedError {
  override readonly name = 'BackupError'
}
