import { blogCategories } from './blog.ts'

/** The query of the blog's address. */
export interface BlogAddress {
  search: string
  /** A known category, or null for all. */
  category: string | null
  /** From 1. */
  page: number
}

/** In characters. */
export const LONGEST_SEARCH = 200
const LAST_PAGE = 10_000

/** Parses the query of `/blog`. Invalid values are ignored. */
export function readBlogAddress(params: URLSearchParams): BlogAddress {
  const category = blogCategories.find(({ value }) => value === params.get('category'))?.value ?? null
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    category,
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  }
}

/** The path for a query: `/blog?category=ai-automation&page=2`. */
export function blogPath({ search, category, page }: BlogAddress): string {
  const params = new URLSearchParams({
    ...(search.trim() === '' ? {} : { search }),
    ...(category === null ? {} : { category }),
    ...(page === 1 ? {} : { page: `${page}` }),
  })
  return params.size === 0 ? '/blog' : `/blog?${params.toString()}`
}
