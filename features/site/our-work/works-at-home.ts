import { caseStudies, projects } from '../content/our-work.ts'
import { findPrintedResult, findSite } from './project-rules.ts'

const SHOWN = ['kitchen', 'turf']

/** The projects on the home page, each with the result that its page counts. */
export function listWorksAtHome() {
  return SHOWN.flatMap((shown) => {
    const project = projects.find(({ id }) => id === shown)
    const study = caseStudies[shown]
    if (!project || !study) return []
    const { id, title, client, sample, image, testimonial } = project
    const result = findPrintedResult(study)
    return { id, title, client, sample, image, testimonial, result, site: findSite(project) }
  })
}
