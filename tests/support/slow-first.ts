import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the fault tests first. They mostly wait and are short files: by size, the order of a first run, they would
 * come last and leave the other cores idle.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's method
    const sorted = await super.sort(files)
    const [slow, rest] = [sorted.filter(isFaultTest), sorted.filter((file) => !isFaultTest(file))]
    return [...slow, ...rest]
  }
}

function isFaultTest({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/tests/faults/')
}
