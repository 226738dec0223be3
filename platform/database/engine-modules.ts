import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

const directory = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/** Compiled PostgreSQL and initdb. Threads share them without copying or recompiling. */
export interface EngineModules {
  pgliteWasmModule: WebAssembly.Module
  initdbWasmModule: WebAssembly.Module
}

let compiled: Promise<EngineModules> | null = null

/**
 * Compiles the engine once per process. Compiling it in each thread would cost a second of a core and 200 MB at
 * start.
 */
export function loadEngineModules(): Promise<EngineModules> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null
    throw error
  })
  return compiled
}

async function compile(): Promise<EngineModules> {
  // Disables tier-up of V8's WebAssembly-to-JavaScript wrappers, which sometimes crashes the process
  // (https://github.com/nodejs/node/issues/64500).
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
