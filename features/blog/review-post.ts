import { parseArticle, plainText, type Block, type Inline } from './article-markup.ts'
import { isShown, PICTURE_MARKS, wordCount } from './blog.ts'
import type { PostDraft } from './post-draft.ts'
import { UNDESCRIBED } from './text-edits.ts'

/** An item of the checklist before publishing. */
export interface ReviewPoint {
  ok: boolean
  text: string
}

const TITLE = { least: 15, most: 70 }
const DESCRIPTION = { least: 70, most: 160 }
const SHORT_TEXT = 300
const LONG_TEXT = 400
/** Sentences of every draft that the simulated AI writes. */
const SAMPLE_SENTENCES = ['Replace it before you publish.', 'Replace this sample with your own words']

/** Checks a draft. The result is advice; it never blocks publishing. */
export function reviewPost(draft: PostDraft): ReviewPoint[] {
  const blocks = parseArticle(draft.content)
  return [
    lengthPoint('Title', draft.title, TITLE),
    excerptPoint(draft),
    descriptionPoint(draft),
    samplePoint(draft),
    textPoint(draft.content, blocks),
    headingsPoint(blocks),
    picturePoint(draft),
    ...listPicturePoints(draft.content, blocks),
    linksPoint(draft.content, blocks),
  ]
}

function excerptPoint({ excerpt }: PostDraft): ReviewPoint {
  return excerpt.trim() === ''
    ? { ok: false, text: 'Excerpt is missing: the list of articles shows the beginning of the text instead.' }
    : { ok: true, text: 'There is an excerpt.' }
}

function samplePoint({ title, excerpt, meta_description: description, content }: PostDraft): ReviewPoint {
  const text = [title, excerpt, description, content].join('\n')
  const left = SAMPLE_SENTENCES.find((note) => text.includes(note))
  return left === undefined
    ? { ok: true, text: 'No sample text is left.' }
    : { ok: false, text: `A sample text is still in it: “${left}”` }
}

/** The excerpt is used when the meta description is empty. */
function descriptionPoint({ meta_description: description, excerpt }: PostDraft): ReviewPoint {
  return description.trim() === '' && excerpt.trim() !== ''
    ? lengthPoint('The excerpt, used as the meta description,', excerpt, DESCRIPTION)
    : lengthPoint('Meta description', description, DESCRIPTION)
}

function lengthPoint(
  name: string,
  text: string,
  { least, most }: { least: number; most: number },
): ReviewPoint {
  const { length } = text.trim()
  if (length === 0) return { ok: false, text: `${name} is missing.` }
  if (length < least)
    return { ok: false, text: `${name} is short: ${length} characters, ${least} or more say more.` }
  if (length > most)
    return { ok: false, text: `${name} is long: ${length} characters, results cut it after ${most}.` }
  return { ok: true, text: `${name} has a good length.` }
}

function textPoint(content: string, blocks: readonly Block[]): ReviewPoint {
  const words = wordCount(content)
  if (words === 0) return { ok: false, text: 'There is no content yet.' }
  if (words < SHORT_TEXT) {
    return { ok: false, text: `The text is short: ${words} words, under ${SHORT_TEXT}.` }
  }
  const sections = blocks.filter(({ type }) => type === 'heading' || type === 'steps').length
  return words > LONG_TEXT && sections === 0
    ? { ok: false, text: `${words} words without a heading are hard to scan.` }
    : { ok: true, text: `${words} words, ${sections === 1 ? 'one heading' : `${sections} headings`}.` }
}

function headingsPoint(blocks: readonly Block[]): ReviewPoint {
  const levels = blocks.flatMap((block) => (block.type === 'heading' ? [block.level] : []))
  const skips = levels.some((level, position) => position > 0 && level > (levels[position - 1] ?? level) + 1)
  return skips
    ? { ok: false, text: 'Headings skip a level: after # comes ##, then ###.' }
    : { ok: true, text: 'Headings are in order.' }
}

function picturePoint(draft: PostDraft): ReviewPoint {
  const { featured_image: image, featured_image_alt: alt, featured_image_credit: credit } = draft
  if (image.trim() === '')
    return { ok: true, text: 'No picture: the list shows the drawing of the category.' }
  if (!isShown(image, { photoService: true })) {
    return { ok: false, text: 'The picture is on another site and will not be shown. Upload it instead.' }
  }
  if (credit === null && !isShown(image, { photoService: false })) {
    return { ok: false, text: 'The picture has no credit: its photographer has to be named.' }
  }
  return alt.trim() === ''
    ? { ok: false, text: 'The picture has no description for people who cannot see it.' }
    : { ok: true, text: 'The picture is described.' }
}

/** Pictures in the text. None, no point. */
function listPicturePoints(content: string, blocks: readonly Block[]): ReviewPoint[] {
  const pictures = blocks.filter((block) => block.type === 'picture')
  const written = content.match(PICTURE_MARKS)?.length ?? 0
  if (written > pictures.length)
    return [
      {
        ok: false,
        text: 'A picture in the text will not be shown. Upload it with the Picture button, on a line of its own.',
      },
    ]
  if (pictures.some(({ description }) => description === '' || description === UNDESCRIBED))
    return [{ ok: false, text: 'A picture in the text has no description for people who cannot see it.' }]
  return pictures.length === 0 ? [] : [{ ok: true, text: 'The pictures in the text are described.' }]
}

const VAGUE = /^(here|click here|this|link|read more|more|link text)$/i

function linksPoint(content: string, blocks: readonly Block[]): ReviewPoint {
  const links = blocks.flatMap(listLines).flatMap(listLinks)
  const written = content.match(/(?<!!)\[[^\]\n]+\]\([^)\n]*\)/g)?.length ?? 0
  const empty = links.some(({ href }) => /^https?:\/\/\/?$/.test(href))
  if (written > links.length || empty) {
    return { ok: false, text: 'A link has no address that works: it needs https://, http:// or mailto:.' }
  }
  const vague = links.map(({ words }) => words.trim()).find((words) => VAGUE.test(words))
  if (vague) return { ok: false, text: `“${vague}” does not say where its link leads.` }
  return {
    ok: true,
    text: links.length === 0 ? 'No links.' : 'Links have addresses and say where they lead.',
  }
}

function listLines(block: Block): Inline[][] {
  switch (block.type) {
    case 'list':
      return block.items
    case 'steps':
      return block.items.flatMap(({ title, children }) => [title, children])
    case 'picture':
      return []
    default:
      return [block.children]
  }
}

function listLinks(line: readonly Inline[]): { href: string; words: string }[] {
  return line.flatMap((part) => {
    if (part.type === 'link') return [{ href: part.href, words: plainText(part.children) }]
    return 'children' in part ? listLinks(part.children) : []
  })
}
