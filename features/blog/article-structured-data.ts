import { parseArticle, plainText } from './article-markup.ts'
import { shortenText } from '../../web/ui/excerpt.ts'
import { wordCount, categoryLabel } from './blog.ts'
import { site } from '../../site.config.ts'
import type { Post } from './public-posts.ts'
import { breadcrumbs, businessId, type StructuredData } from '../../web/site/json-ld.tsx'

const DESCRIPTION_LENGTH = 160

/** Structured data of an article. */
export function articleData(siteUrl: string, post: Post): StructuredData {
  const path = `/blog/${post.slug}`
  const crumbs = [
    { name: 'Blog', path: '/blog' },
    { name: post.title, path },
  ]
  return {
    '@graph': [
      {
        '@type': 'BlogPosting',
        '@id': `${siteUrl}${path}#article`,
        headline: post.title,
        description: articleDescription(post),
        url: `${siteUrl}${path}`,
        mainEntityOfPage: `${siteUrl}${path}`,
        image: new URL(socialImage(post), siteUrl).href,
        datePublished: post.created_at,
        dateModified: post.updated_at,
        articleSection: categoryLabel(post.category),
        wordCount: wordCount(post.content),
        timeRequired: `PT${post.reading_minutes}M`,
        author: { '@type': 'Organization', name: site.name, url: `${siteUrl}/` },
        publisher: { '@id': businessId(siteUrl) },
      },
      breadcrumbs(siteUrl, ...crumbs),
    ],
  }
}

/** The description for search results: the author's, or the beginning of the text. */
export function articleDescription(post: Post): string {
  return post.meta_description || post.excerpt || `${post.title}: ${openingText(post.content)}`
}

/** Path of the social image, which the server draws from the title. */
export function socialImage({ slug }: Pick<Post, 'slug'>): string {
  return `/og/blog/${slug}.png`
}

function openingText(content: string): string {
  const first = parseArticle(content).find((block) => block.type === 'paragraph')
  const text = plainText(first?.children ?? [])
  return shortenText(text, DESCRIPTION_LENGTH)
}
