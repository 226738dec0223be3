import { fileURLToPath } from 'node:url'

/** Where servers started by tests keep what Node.js has compiled: they start in about half the time. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
