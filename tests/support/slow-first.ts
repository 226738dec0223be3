import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the tests of the folder `tests` first: those of faults, permissions and simulation. They take the longest and are
 * short files. By size, the order of a first run, they would come last and leave the other cores idle.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's method
    const sorted = await super.sort(files)
    const [slow, rest] = [sorted.filter(isSlow), sorted.filter((file) => !isSlow(file))]
    return [...slow, ...rest]
  }
}

function isSlow({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/tests/')
}
