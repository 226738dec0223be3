/** Title of notifications about possible spam. */
export const FLAGGED_TITLE = 'Possible spam: contact form submission'
