import { plainText, type Block } from './article-markup.ts'
import { toSlug } from './blog.ts'

export type HeadingTag = 'h2' | 'h3' | 'h4'
const tags = ['h2', 'h3', 'h4'] as const

/** The heading element of a block. For a numbered section the id is empty. */
interface Heading {
  tag: HeadingTag
  /** Fragment id. */
  id: string
}

/**
 * The heading element of each block, null for blocks without one. Authors may start at any level and skip some; the page has
 * the title as h1 and skips none, so that the outline makes sense in a screen reader.
 */
export function articleHeadings(blocks: readonly Block[]): (Heading | null)[] {
  const levels = new Set<number>(blocks.map((block) => (block.type === 'heading' ? block.level : 0)))
  const used = [1, 2, 3].filter((level) => levels.has(level))
  const name = uniqueNames()
  let depth = -1
  return blocks.map((block) => {
    if (block.type === 'steps') return { tag: tags[Math.min(depth + 1, 2)] ?? 'h2', id: '' }
    if (block.type !== 'heading') return null
    depth = Math.min(used.indexOf(block.level), depth + 1)
    return { tag: tags[depth] ?? 'h2', id: name(plainText(block.children)) }
  })
}

/** The h2 sections of an article, in order. */
export function articleParts(blocks: readonly Block[]): { id: string; title: string }[] {
  const headings = articleHeadings(blocks)
  return blocks.flatMap((block, position) => {
    const heading = headings[position]
    return block.type === 'heading' && heading?.tag === 'h2'
      ? [{ id: heading.id, title: plainText(block.children) }]
      : []
  })
}

/** Prefixed ids, so that a heading never clashes with another element of the page. */
function uniqueNames(): (title: string) => string {
  const taken = new Map<string, number>()
  return (title) => {
    const name = `part-${toSlug(title, '') || 'x'}`
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    return times === 1 ? name : `${name}.${times}`
  }
}
