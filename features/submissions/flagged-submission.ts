/** The title of a notification about a submission that looks like spam. */
export const FLAGGED_TITLE = 'Possible spam: contact form submission'
