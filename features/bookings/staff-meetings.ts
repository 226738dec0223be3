/** Characters of the reason why staff cancel. Apart from `bookings.ts`, so that public pages do not load it. */
export const cancelReasonLimit = 500
