/** Staff pages: not cached, not indexed, without third-party content. */
export function isStaffPage(path: string): boolean {
  return path === '/login' || path.startsWith('/sandbox/')
}

/** Staff pages, and the page of a meeting, because its address is its key: never measured, cached or indexed. */
export function isPrivatePage(path: string): boolean {
  return isStaffPage(path) || path.startsWith('/schedule/')
}
