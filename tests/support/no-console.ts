import { afterEach, beforeEach } from 'vitest'

const METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const

let printed: string[] = []
const original = METHODS.map((method) => [method, console[method]] as const)

// Unexpected console output fails a test. A test that expects output replaces the method itself.
beforeEach(() => {
  printed = []
  for (const method of METHODS) {
    console[method] = (...values: unknown[]) => {
      printed.push(`console.${method}: ${values.map(String).join(' ')}`)
    }
  }
})

afterEach(() => {
  for (const [method, print] of original) console[method] = print
  if (printed.length > 0) throw new Error(`Unexpected console output:\n${printed.join('\n')}`)
})
