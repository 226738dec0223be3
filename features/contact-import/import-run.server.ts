import { applyImport } from './import-apply.server.ts'
import { checkImport } from './import-check.server.ts'
import { claimImport, finishImport } from './import-record.server.ts'
import { asService, ImportStoppedError, type ImportWork } from './import-work.server.ts'
import { undoImport } from './import-undo.server.ts'

const CANCELLED = 'It was cancelled, and everything it had written was taken back.'
const BROKEN =
  'It failed in the middle through a fault on our side, and everything it had written was taken back.'
/** Told where the server itself stopped in the middle. */
export const INTERRUPTED = 'The server stopped in the middle, and everything it had written was taken back.'
const UNCHECKED = 'The check failed through a fault on our side. Nothing was written; please try again.'

/** Each of these works on an import that was claimed for it, until it is done or somebody else has taken it over. */

export async function runCheck(work: ImportWork): Promise<void> {
  try {
    await checkImport(work)
    await finish(work, 'checked')
  } catch (error) {
    if (isTakenOver(error)) return
    await finish(work, 'read', error instanceof ImportStoppedError ? null : UNCHECKED)
    if (!(error instanceof ImportStoppedError)) throw error
  }
}

/** Ends with all of it written or, whatever goes wrong, with nothing. */
export async function runImport(work: ImportWork): Promise<void> {
  try {
    await applyImport(work)
    await finish(work, 'imported')
  } catch (error) {
    if (isTakenOver(error)) return
    const cancelled = error instanceof ImportStoppedError
    await takeBack(work, cancelled ? CANCELLED : BROKEN)
    if (!cancelled) throw error
  }
}

/** Takes an import back; one that is interrupted goes on where it was. */
export async function runUndo(work: ImportWork): Promise<void> {
  try {
    await undoImport(work)
    await finish(work, 'undone', work.import.problem)
  } catch (error) {
    if (!isTakenOver(error)) throw error
  }
}

async function takeBack(work: ImportWork, problem: string): Promise<void> {
  const {
    worker,
    clock,
    import: { id },
  } = work
  const claim = { id, from: ['importing'], to: 'undoing', worker, now: clock(), problem } as const
  const claimed = await asService(work, (tx) => claimImport(tx, claim))
  if (claimed !== null) await runUndo({ ...work, import: claimed })
}

function finish(
  work: ImportWork,
  state: 'read' | 'checked' | 'imported' | 'undone',
  problem: string | null = null,
): Promise<void> {
  const {
    worker,
    clock,
    import: { id },
  } = work
  return asService(work, (tx) => finishImport(tx, { id, worker, state, problem, now: clock() }))
}

function isTakenOver(error: unknown): boolean {
  return error instanceof ImportStoppedError && error.reason === 'taken over'
}
