/** Staff pages: not cached, not indexed, without third-party content. */
export function isStaffPage(path: string): boolean {
  return path === '/login' || path.startsWith('/sandbox/')
}
