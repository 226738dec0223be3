import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'
import type { SiteOptions } from './tests/journeys/support/journey.ts'

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Journeys drive the built product, as a real process, in a real browser. */
export default defineConfig<object, SiteOptions>({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/journeys/support/journey-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  // Far above what anything takes on an idle machine: only what never happens may fail, however busy this one is.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  use: {
    actionTimeout: 45_000,
    // No trace: recording costs a quarter of the time. `--trace=retain-on-failure` shows what happened.
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
    { name: 'desktop', use: { ...desktop, database: 'embedded' } },
    // What no screen's width changes runs on one of them.
    { name: 'phone', use: { ...phone, database: 'embedded' }, grepInvert: /@any-width/ },
    // What depends on the database engine, once more on a server.
    {
      name: 'server',
      use: { ...desktop, database: 'server' },
      // All of them when `npm run scale` puts three copies behind a proxy.
      grep: process.env['SITE_INSTANCES'] === undefined ? /@both-databases/ : /./,
    },
  ],
})
