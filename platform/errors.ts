/** The message alone tells the owner what to do: the start and the commands print it and nothing else. */
export class ExplainedError extends Error {}

/** The code an error of the system carries, such as `ENOENT`; undefined where it has none. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
