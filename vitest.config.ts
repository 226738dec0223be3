import { defineConfig } from 'vitest/config'
import { QUICK_START } from './tests/support/quick-start.ts'
import { SlowFirst } from './tests/support/slow-first.ts'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['{features,platform,scripts,server,tests,web}/**/*.test.{ts,tsx}', '*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/no-console.ts', 'tests/support/close-left-open.ts'],
    sequence: { sequencer: SlowFirst },
    // A process for each file would compile the embedded engine each time.
    isolate: false,
    execArgv: [QUICK_START],
    // One more than the processors of a small machine: the fault tests mostly wait.
    maxWorkers: 3,
    // Far longer than any step takes on an idle machine: a timeout only catches a hang, even on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 45_000 } },
  },
})
