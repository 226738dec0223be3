/** Shared caches may store a page but must revalidate it. */
export const REVALIDATE = 'public, max-age=0, must-revalidate'
