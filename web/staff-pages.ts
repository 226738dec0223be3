/** Pages for staff: never cached, never listed, and without anything of a third party. */
export function isStaffPage(path: string): boolean {
  return path === '/login' || path.startsWith('/sandbox/')
}
