import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'
import type { SiteOptions } from './tests/journeys/support/journey.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const LONG = '**/*.long.spec.ts'

/** Journeys run the built server as a child process and a real browser. */
export default defineConfig<object, SiteOptions>({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/journeys/support/journey-setup.ts',
  outputDir: 'test-results',
  // One more than the processors of a small machine: a journey waits now and then.
  workers: 3,
  // Far longer than any step takes on an idle machine: a timeout only catches a hang, even on a busy machine.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  use: {
    actionTimeout: 45_000,
    // No trace: recording takes a quarter of the time. Use `--trace=retain-on-failure` to debug.
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { ...desktop, database: 'embedded' }, testIgnore: LONG },
    // Attacks, failures and checks of every page take long.
    { name: 'long', use: { ...desktop, database: 'embedded' }, testMatch: LONG },
    // Tests that do not depend on the screen width run on one project.
    { name: 'phone', use: { ...phone, database: 'embedded' }, grepInvert: /@any-width/ },
    // Tests that depend on the database engine run again on a server.
    {
      name: 'server',
      use: { ...desktop, database: 'server' },
      // All of them when `npm run scale` runs three instances behind a proxy.
      grep: process.env['SITE_INSTANCES'] === undefined ? /@both-databases/ : /./,
    },
  ],
})
