import { existsSync } from 'node:fs'
import { broken, ok, type Finding } from './finding.ts'

const ABOUT = 'Program'

/** The Node.js it runs on, and whether the pages were built. */
export function checkProgram(): Finding[] {
  const version = process.versions.node
  if (Number(version.split('.')[0]) < 24) {
    return [broken(ABOUT, `Node.js ${version} is too old.`, 'Install Node.js 24 or newer.')]
  }
  if (!existsSync('build/server/index.js')) {
    return [broken(ABOUT, 'The pages have not been built.', 'Run npm start once: it builds what is missing.')]
  }
  return [ok(ABOUT, `Node.js ${version}; the pages are built.`)]
}
