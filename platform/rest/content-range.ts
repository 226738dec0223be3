/** `0-14/*`, or with `*` in place of what is empty or unknown. */
export function contentRange(page: { offset: number; rows: number; total: number | null }): string {
  const range = page.rows === 0 ? '*' : `${page.offset}-${page.offset + page.rows - 1}`
  return `${range}/${page.total ?? '*'}`
}
