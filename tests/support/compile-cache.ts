import { fileURLToPath } from 'node:url'

/** Compile cache for servers started by tests; halves their startup time. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}
