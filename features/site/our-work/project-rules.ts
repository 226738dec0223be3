import type { CaseStudy, Project, Result } from '../content/our-work.ts'

/** Where a visitor can see the project; empty if it is not public. */
export function findSite({ liveUrl, sample }: Pick<Project, 'liveUrl' | 'sample'>): string {
  return sample ?? liveUrl
}

/** The order of truth: a result that does not say how things were before and who counted is not printed. */
export function findPrintedResult({ result }: CaseStudy): Result | undefined {
  return result?.before && result.byWhom ? result : undefined
}
