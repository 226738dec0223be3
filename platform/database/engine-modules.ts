import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

const directory = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/** PostgreSQL and its initdb, compiled. They are passed to a thread without being copied or compiled again. */
export interface EngineModules {
  pgliteWasmModule: WebAssembly.Module
  initdbWasmModule: WebAssembly.Module
}

let compiled: Promise<EngineModules> | null = null

/**
 * Compiles the engine once for the process. Each thread with a compilation of its own would take a second of a core
 * and 200 MB to start.
 */
export function engineModules(): Promise<EngineModules> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null
    throw error
  })
  return compiled
}

async function compile(): Promise<EngineModules> {
  // What passes calls from WebAssembly to JavaScript is never replaced by a faster version: V8 sometimes ends the
  // process while it does that (https://github.com/nodejs/node/issues/64500).
  setFlagsFromString(`--wasm-wrapper-tiering-budget=${2 ** 31 - 1}`)
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([
    compileFile('pglite.wasm'),
    compileFile('initdb.wasm'),
  ])
  return { pgliteWasmModule, initdbWasmModule }
}

async function compileFile(name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(join(directory, name)))
}
