import { projects } from '../../../features/site/content/our-work.ts'

/** The sample sites, which are not in the sitemap. */
export const samplePaths = projects.flatMap(({ sample }) => sample ?? [])

/** Paths of all pages in the sitemap, without queries, and of one article, because all share a template. */
export async function listPublicPaths(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  return [...new Set(paths.filter((path) => !isArticle(path))), ...paths.filter(isArticle).slice(0, 1)]
}

function isArticle(path: string): boolean {
  return path.startsWith('/blog/')
}
