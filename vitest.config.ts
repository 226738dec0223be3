import { defineConfig } from 'vitest/config'
import { SlowFirst } from './tests/support/slow-first.ts'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{features,platform,scripts,server,tests,web}/**/*.test.{ts,tsx}', '*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/no-console.ts'],
    sequence: { sequencer: SlowFirst },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
