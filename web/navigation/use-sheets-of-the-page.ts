import { useEffect } from 'react'

/**
 * Takes the style sheets that came inside the first page (`server/pages/style-sheets.ts`) away with the link that stands for
 * each, when the router leaves the part of the site that needs it. For a component that is rendered at every navigation.
 */
export function useSheetsOfThePage() {
  useEffect(() => {
    for (const sheet of document.querySelectorAll<HTMLStyleElement>('style[data-sheet]')) {
      if (!document.querySelector(`link[href="${sheet.dataset['sheet']}"]`)) sheet.remove()
    }
  })
}
