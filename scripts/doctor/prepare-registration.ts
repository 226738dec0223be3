import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { helpText, optOutText } from '../../features/consent/consent.ts'
import {
  checkRegistration,
  describeRegistration,
  type RegistrationCheck,
  type RegistrationSection,
} from '../../features/texting-registration/texting-registration.ts'
import { ExplainedError } from '../../platform/errors.ts'
import type { Config } from '../../server/config.ts'
import { findRunningServer } from '../../server/running-server.ts'
import { examplePhone } from '../../web/ui/phone-number.ts'
import { locateChromium } from '../find-chromium.ts'
import { ask } from './finding.ts'

/** What the carrier's reviewers ask pictures of, with the way to show it. */
const pictures = [
  { file: 'consent-box-on-terms.png', path: '/terms#text-messaging', area: '#text-messaging', phone: null },
  { file: 'consent-box-on-form.png', path: '/contact', area: '#contact-form', phone: examplePhone },
]

/**
 * Writes the registration packet for the carrier into `DATA_DIR/texting-registration` and checks it against the published
 * reasons of refusal. Returns whether all checks pass. Throws ExplainedError if the site does not run.
 */
export async function prepareRegistration(config: Config, print: (line: string) => void): Promise<boolean> {
  const origin = await findRunningServer(config.dataDirectory)
  if (origin === null)
    throw new ExplainedError('Start the site first: the packet is made from the live pages.')
  const texts = { help: helpText, optOut: optOutText }
  const [contact, privacy, terms] = await Promise.all(
    ['/contact', '/privacy', '/terms'].map((path) => readPage(origin + path)),
  )
  const checks = [
    ...checkRegistration({
      siteUrl: config.siteUrl,
      pages: { contact: contact ?? null, privacy: privacy ?? null, terms: terms ?? null },
      texts,
    }),
    checkSender(config),
  ]
  const folder = join(config.dataDirectory, 'texting-registration')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'packet.md'), formatPacket(describeRegistration(config.siteUrl, texts), checks))
  const taken = await takePictures(origin, folder)
  print(checks.map(formatCheck).join('\n'))
  const failed = checks.filter(({ ok }) => !ok).length
  print(`\n${describeFailed(failed, checks.length)}`)
  print(
    taken
      ? `The packet with ${pictures.length} pictures is in ${folder}.`
      : `The packet is in ${folder}. No Chromium was found: take pictures of ${config.siteUrl}/terms#text-messaging and of the contact form yourself.`,
  )
  return failed === 0
}

function describeFailed(failed: number, all: number): string {
  if (failed === 0) return `None of the ${all} known reasons for a refusal applies.`
  return `${failed} of ${all} known reasons for a refusal ${failed === 1 ? 'applies' : 'apply'}. Fix ${failed === 1 ? 'it' : 'them'} before you register.`
}

async function readPage(address: string): Promise<string | null> {
  const answer = await ask(address)
  return answer?.status === 200 ? answer.text : null
}

/** Registered texting goes through a messaging service: the campaign is attached to it, not to a number. */
function checkSender({ phone }: Config): RegistrationCheck {
  const reason = 'No messaging service to attach the campaign to'
  return phone.messagingServiceSid === undefined
    ? {
        reason,
        ok: false,
        says: reason,
        todo: 'At the carrier, create a messaging service with your number, then set TWILIO_MESSAGING_SERVICE_SID.',
      }
    : { reason, ok: true, says: 'Texts leave through a messaging service.', todo: null }
}

function formatCheck({ ok, says, todo }: RegistrationCheck): string {
  return `${ok ? 'ok     ' : 'refused'}  ${says}${todo === null ? '' : `\n         → ${todo}`}`
}

function formatPacket(
  sections: readonly RegistrationSection[],
  checks: readonly RegistrationCheck[],
): string {
  return [
    '# Registration for texting (10DLC)',
    ...sections.flatMap(({ title, fields }) => [
      `## ${title}`,
      fields
        .map(
          ({ label, value, ask: hint }) =>
            `- **${label}:** ${[value, hint && `(${hint})`].filter(Boolean).join(' ')}`,
        )
        .join('\n'),
    ]),
    '## Pictures',
    pictures.map(({ file, path }) => `- ${file}: ${path}`).join('\n'),
    '## Reasons for a refusal',
    checks
      .map((check) => `- ${check.ok ? '[x]' : '[ ]'} ${check.says}${check.todo ? ` ${check.todo}` : ''}`)
      .join('\n'),
    '',
  ].join('\n\n')
}

/** Returns false if no browser is installed. */
async function takePictures(origin: string, folder: string): Promise<boolean> {
  const executablePath = locateChromium()
  // Not installed in production.
  const playwright = await import('@playwright/test').catch(() => null)
  if (executablePath === undefined || playwright === null) return false
  const browser = await playwright.chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  for (const picture of pictures) await takePicture(browser, { ...picture, origin, folder })
  await browser.close()
  return true
}

async function takePicture(
  browser: Browser,
  { origin, folder, file, path, area, phone }: (typeof pictures)[number] & { origin: string; folder: string },
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1000 }, reducedMotion: 'reduce' })
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  if (phone !== null) {
    await page.locator('#contact-form [name=phone]').fill(phone)
    await page.locator('#contact-form [name=textConsent]').waitFor()
  }
  await page.locator(area).screenshot({ path: join(folder, file) })
  await page.close()
}
