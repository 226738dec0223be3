import { blogCategories } from './blog.ts'

/** What the blog's address asks for. */
export interface BlogAddress {
  search: string
  /** One of ours, or null for all. */
  category: string | null
  /** From 1. */
  page: number
}

/** In characters. */
export const LONGEST_SEARCH = 200
const LAST_PAGE = 10_000

/** Reads the query of `/blog`. What makes no sense counts as not said. */
export function readBlogAddress(params: URLSearchParams): BlogAddress {
  const category = blogCategories.find(({ value }) => value === params.get('category'))?.value ?? null
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    category,
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
  }
}

/** The address that asks for this: `/blog?category=ai-automation&page=2`. */
export function blogPath({ search, category, page }: BlogAddress): string {
  const params = new URLSearchParams({
    ...(search.trim() === '' ? {} : { search }),
    ...(category === null ? {} : { category }),
    ...(page === 1 ? {} : { page: `${page}` }),
  })
  return params.size === 0 ? '/blog' : `/blog?${params.toString()}`
}
