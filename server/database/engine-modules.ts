import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const directory = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/** PostgreSQL and its initdb, compiled. They are passed to a thread without being copied or compiled again. */
export interface EngineModules {
  pgliteWasmModule: WebAssembly.Module
  initdbWasmModule: WebAssembly.Module
}

let compiled: Promise<EngineModules> | null = null

/**
 * Compiles the engine once for the process. Each thread with a compilation of its own would take a second of a core
 * and 200 MB to start, and its code would be freed with the thread: Node 22 to 26 sometimes end the whole process
 * then (https://github.com/nodejs/node/issues/64500).
 */
export function engineModules(): Promise<EngineModules> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null
    throw error
  })
  return compiled
}

async function compile(): Promise<EngineModules> {
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([
    compileFile('pglite.wasm'),
    compileFile('initdb.wasm'),
  ])
  return { pgliteWasmModule, initdbWasmModule }
}

async function compileFile(name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(join(directory, name)))
}
