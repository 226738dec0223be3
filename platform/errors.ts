/** The message is advice for the owner: startup and commands print it without a stack trace. */
export class ExplainedError extends Error {}

/** The code of a system error, such as `ENOENT`; undefined if it has none. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
