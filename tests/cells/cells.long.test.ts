import { expect, test } from 'vitest'
import { runCells } from './cells.ts'

// With more: npm run scale -- cells
test('sleeping cells answer, keep every form and send a text on time', { timeout: 240_000 }, async () => {
  const report = await runCells({ count: 6, awake: 3, wakes: 5, useMs: 0, formsMs: 15_000, seed: 5 })
  expect(report.forms).toMatchObject({ lost: [], problems: [] })
  expect(report.forms.acknowledged).toBeGreaterThan(10)
  expect(report.forms.starts).toBeGreaterThan(4)
  expect(report.due).toMatchObject({ undone: 0 })
  expect(report.due.dueStarts).toBeGreaterThan(0)
  expect(report.due.latestSeconds).toBeLessThan(60)
})
