import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { PageBuild } from './page-handler.ts'

const isFunction = (value: unknown) => typeof value === 'function'

const serverBuild = z.object({
  entry: z.object({ module: z.custom<PageBuild['entry']>(hasRenderer, 'is not our entry.server') }),
  routes: z.record(z.string(), z.unknown()),
  assets: z.object({ version: z.string() }),
})

/**
 * Loads the built pages once. `directory` holds `server/index.js`.
 * Throws where the build is missing or not ours.
 */
export async function loadProductionBuild(directory = 'build'): Promise<PageBuild> {
  const file = pathToFileURL(resolve(directory, 'server/index.js')).href
  return parsePageBuild(await import(file))
}

/** Checks what the bundler made, so far as one can: the entry has our renderer, routes and assets are there. */
export function parsePageBuild(module: unknown): PageBuild {
  const { entry } = serverBuild.parse(module)
  return { build: z.custom<PageBuild['build']>(isObject).parse(module), entry: entry.module }
}

function hasRenderer(value: unknown): boolean {
  return isObject(value) && 'createRenderer' in value && isFunction(value.createRenderer)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
