/**
 * Storage key of the session. The library's default depends on the host only, so two sites on one host would share a session.
 */
export const STORED_SESSION = 'staff-session'
