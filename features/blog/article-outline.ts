import { plainText, type Block } from './article-markup.ts'
import { toSlug } from './blog.ts'

export type HeadingTag = 'h2' | 'h3' | 'h4'
const tags = ['h2', 'h3', 'h4'] as const

/** What a block's heading is on the page. A numbered section's headings have the tag and no address. */
interface Heading {
  tag: HeadingTag
  /** Its place in the page's address, behind the #. */
  id: string
}

/**
 * The heading element of each block, null for blocks without one. Authors start at any level and may skip some; the page
 * has its title as h1 and skips none, so that its outline makes sense when read aloud.
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

/** The main parts of an article, in order. */
export function articleParts(blocks: readonly Block[]): { id: string; title: string }[] {
  const headings = articleHeadings(blocks)
  return blocks.flatMap((block, position) => {
    const heading = headings[position]
    return block.type === 'heading' && heading?.tag === 'h2'
      ? [{ id: heading.id, title: plainText(block.children) }]
      : []
  })
}

/** Names of their own kind: nothing an author writes may be taken for another part of the page. */
function uniqueNames(): (title: string) => string {
  const taken = new Map<string, number>()
  return (title) => {
    const name = `part-${toSlug(title, '') || 'x'}`
    const times = (taken.get(name) ?? 0) + 1
    taken.set(name, times)
    return times === 1 ? name : `${name}.${times}`
  }
}
