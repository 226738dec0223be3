import { fileAnswer } from '../site/file-answer.ts'

/** Pages of one visitor or of staff, other documents, and links that do not open a page here. */
const notPages = ['/login*', '/sandbox/*', '/schedule*', '/samples/*', '/*.xml', '/*.json', '/*.txt']
const notFollowed = '[target], [download], [rel~=nofollow], [href^="#"], [data-goes-back]'

/**
 * Browsers prerender the page of a link that the pointer rests on or presses. A file named in a header of every public page
 * (`web/entry.server.tsx`), because the content security policy forbids such rules within the page.
 */
export function loader() {
  const where = {
    and: [
      { href_matches: '/*' },
      { not: { href_matches: notPages } },
      { not: { selector_matches: notFollowed } },
    ],
  }
  return fileAnswer(
    JSON.stringify({ prerender: [{ where, eagerness: 'moderate' }] }),
    'application/speculationrules+json',
  )
}
