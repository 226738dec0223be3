import { site } from '../../site.config.ts'

export const reviewSubject = 'How did we do?'

/** The words of every review request, by text and email. They must not depend on the person. */
export function writeReviewRequest(url: string): string {
  return `Thank you for working with ${site.name}. Would you leave us an honest review? ${url} Reply STOP to opt out.`
}
