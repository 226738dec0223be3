/** Pages of one visitor or of staff, other documents, and links that do not open a page here. */
const notPages = ['/login*', '/sandbox/*', '/schedule*', '/samples/*', '/*.xml', '/*.json', '/*.txt']
const notFollowed = '[target],[download],[rel~=nofollow],[href^="#"],[data-goes-back]'

const rules = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: notPages } },
          { not: { selector_matches: notFollowed } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}

/**
 * Lets browsers prerender the page of a link that the pointer rests on or presses. Within the page: a file named in a header
 * would be fetched before the first picture.
 */
export function speculationRules(nonce: string): string {
  return `<script type="speculationrules" nonce="${nonce}">${JSON.stringify(rules)}</script>`
}
