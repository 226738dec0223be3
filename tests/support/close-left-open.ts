import { afterAll } from 'vitest'
import { leftOpen } from './left-open.ts'

// In a setup file, which runs for every test file: other modules run once in a worker.
afterAll(async () => {
  for (const close of leftOpen) await close()
  leftOpen.clear()
})
