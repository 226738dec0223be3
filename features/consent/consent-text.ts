import type { ConsentRow } from './consent.api.ts'

/** How an agreement or a withdrawal reached us. */
export const methodWords: Record<ConsentRow['method'], string> = {
  web_form: 'on the contact form',
  keyword: 'by a text of their own',
  staff: 'noted by staff',
  import: 'from an import',
  carrier: 'reported by the carrier',
}
