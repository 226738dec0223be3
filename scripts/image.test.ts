import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { compileCache } from '../tests/support/compile-cache.ts'
import { newDataDirectory } from '../tests/support/databases.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const readText = (path: string) => readFile(join(ROOT, path), 'utf8')

test('the commands run with only the files of the container image', async () => {
  const image = await mkdtemp(join(tmpdir(), 'image-'))
  onTestFinished(() => rm(image, { recursive: true }))
  await symlink(join(ROOT, 'node_modules'), join(image, 'node_modules'))
  for (const path of await copiedPaths()) {
    await cp(join(ROOT, path), join(image, basename(path)), { recursive: true })
  }

  const words = ['user', 'create', 'ada@site.test', '--role', 'manager', '--password', 'tide-and-harbor-31']
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.mjs', ...words], {
    cwd: image,
    env: { PATH: process.env['PATH'], DATA_DIR: await newDataDirectory(), ...compileCache },
  })
  expect(stdout).toBe('Created ada@site.test as manager.\n')
}, 60_000)

test('.dockerignore includes every file the container image copies', async () => {
  const letThrough = (await readText('.dockerignore')).split('\n')
  for (const path of await copiedPaths()) expect(letThrough).toContain(`!${path}`)
})

test('docs/operations.md lists every setting in compose.yaml and the Caddyfile', async () => {
  const asked = `${await readText('compose.yaml')}${await readText('deploy/Caddyfile')}`
  const names = new Set(Array.from(asked.matchAll(/\{\$?(\w+)[:}]/g), ([, name = '']) => name))
  const page = await readText('docs/operations.md')
  expect([...names]).toContain('SITE_HOST')
  expect([...names].filter((name) => !page.includes(name))).toEqual([])
})

/** Files of the project that the last stage of the Dockerfile copies. */
async function copiedPaths(): Promise<string[]> {
  const stages = (await readText('Dockerfile')).split(/^FROM /m)
  const lines = stages.at(-1)?.matchAll(/^COPY (?!--)(.+) \S+$/gm) ?? []
  return Array.from(lines, ([, paths = '']) => paths.split(' ')).flat()
}
