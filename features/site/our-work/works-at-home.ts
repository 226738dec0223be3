import { caseStudies, projects } from '../content/our-work.ts'
import { findPrintedResult, findSite } from './project-rules.ts'

/** The projects on the home page, each with the result that its page counts. */
export function listWorksAtHome() {
  return projects.flatMap((project) => {
    const { id, title, client, sample, image, testimonial, onHome = false } = project
    const study = caseStudies[id]
    if (!onHome || !study) return []
    const result = findPrintedResult(study)
    return { id, title, client, sample, image, testimonial, result, site: findSite(project) }
  })
}
