import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

/** Settings with public values: the rest of .env.example is secret or internal. */
const PUBLIC_SETTINGS = ['GA_MEASUREMENT_ID', 'IP_LOOKUP_URL', 'PORT', 'HOST']
/** Settings that the system status asks admins to configure. */
const NAMED_TO_ADMINS = [
  'SMTP_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'AI_API_KEY',
  'UNSPLASH_ACCESS_KEY',
]

/** Server-only packages, and strings that identify their modules. */
const ONLY_ON_THE_SERVER =
  /service_role|\bnode:(?:fs|crypto|net|http|child_process)\b|pglite|argon2|nodemailer|\bpino\b|passwords-common|secrets\.json|set_config\('request\.jwt|\/server\/(?:domain|database|functions|providers|auth)\//

describe('the files every browser may load', () => {
  let files: { name: string; text: string }[]
  beforeAll(() => {
    files = readdirSync('build/client', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|css|html|json|txt|svg|webmanifest)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((name) => ({ name, text: readFileSync(name, 'utf8') }))
  })
  const containing = (pattern: RegExp) =>
    files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

  test('the browser build contains files to check', () => {
    expect(files.filter(({ name }) => name.endsWith('.js')).length).toBeGreaterThan(20)
    // Strings the browser does use are found, so a missing match is meaningful.
    expect(containing(/refresh_token/).length).toBeGreaterThan(0)
  })

  test('the browser build contains no server module and no source maps', () => {
    expect(containing(ONLY_ON_THE_SERVER)).toEqual([])
    expect(containing(/sourceMappingURL/)).toEqual([])
    expect(
      readdirSync('build/client', { recursive: true }).filter((name) => String(name).endsWith('.map')),
    ).toEqual([])
  })

  test('the player of the demonstration on the home page stays below 12 kB, without React', () => {
    const players = files.filter(({ name }) => /demonstration-player-[^/]*\.js$/.test(name))
    expect(players).toHaveLength(1)
    const [{ text } = { text: '' }] = players
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12_000)
    expect(text).not.toMatch(/\bimport\b|fetch\(|localStorage|innerHTML/)
  })

  test('the browser build names no other setting of the server', () => {
    const settings = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)
    const known = new Set([...PUBLIC_SETTINGS, ...NAMED_TO_ADMINS])
    const names = Array.from(settings, ([, name = '']) => name).filter((name) => !known.has(name))
    expect(names.length).toBeGreaterThan(25)
    expect(containing(new RegExp(String.raw`\b(${names.join('|')})\b`))).toEqual([])
  })
})
