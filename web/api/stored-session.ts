/**
 * The name of the session in the browser's storage. The library's own choice depends on the host: two sites on one host would
 * share a session.
 */
export const STORED_SESSION = 'staff-session'
