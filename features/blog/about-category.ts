import { categoryLabel } from './slug.ts'

/** What the articles of a category are, in a sentence for readers and search engines. */
export function aboutCategory(category: string): string {
  return `What we write about ${categoryLabel(category)}: notes from our own work with small businesses along the coast, newest first and in plain words.`
}
