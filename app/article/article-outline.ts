import type { Block } from '../../shared/article-markup.ts'

export type HeadingTag = 'h2' | 'h3' | 'h4'
const tags = ['h2', 'h3', 'h4'] as const

/**
 * The heading element of each block, null for blocks without one. Authors start at any level and may skip some; the page
 * has its title as h1 and skips none, so that its outline makes sense when read aloud.
 */
export function headingTags(blocks: readonly Block[]): (HeadingTag | null)[] {
  const levels = new Set<number>(blocks.map((block) => (block.type === 'heading' ? block.level : 0)))
  const used = [1, 2, 3].filter((level) => levels.has(level))
  let depth = -1
  return blocks.map((block) => {
    if (block.type === 'steps') return tags[Math.min(depth + 1, 2)] ?? null
    if (block.type !== 'heading') return null
    depth = Math.min(used.indexOf(block.level), depth + 1)
    return tags[depth] ?? null
  })
}
