import type { Dependencies } from '../../server/dependencies.ts'
import { forgetOldImports, recoverImports } from './recover-imports.server.ts'

type Parts = Pick<Dependencies, 'database' | 'clock'>

/** Takes back what a server that stopped in the middle of an import left half done. */
export function takeBackInterruptedImports(deps: Parts): Promise<void> {
  return recoverImports(deps)
}

/** Forgets the files of imports that can no longer be undone. */
export function forgetImportedFiles(deps: Parts): Promise<void> {
  return forgetOldImports(deps)
}
