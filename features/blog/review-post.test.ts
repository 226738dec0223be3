import { expect, test } from 'vitest'
import { createSimulatedWriter } from '../../server/providers/ai/simulated-writer.ts'
import { emptyDraft } from './post-draft.ts'
import { reviewPost } from './review-post.ts'

/** The length of a short article. */
const words = 'word '.repeat(300)

const good = {
  ...emptyDraft,
  title: 'Automate the dullest task first',
  excerpt: 'Three marks of a task that is worth automating.',
  meta_description:
    'How to choose the first task to automate in a small business: three marks to look for and when to stop.',
  content:
    '## Look for three marks\nSee [our services](https://tidewright.example/services).\n### Frequent\nDaily.\n' +
    words,
  featured_image: '/covers/general.svg',
  featured_image_alt: 'A square in shallow water',
}

const STORED = `/storage/v1/object/public/pictures/${'0'.repeat(32)}-300x200.webp`

const complaints = (change: object) =>
  reviewPost({ ...good, ...change }).flatMap(({ ok, text }) => (ok ? [] : [text]))

test('reviewPost finds no fault in a good post', () => {
  expect(complaints({})).toEqual([])
  expect(complaints({ content: `${good.content}\n\n![A pier at dusk](${STORED})` })).toEqual([])
})

test.each([
  [{ title: ' ' }, 'Title is missing.'],
  [{ title: 'Tides' }, 'Title is short: 5 characters, 15 or more say more.'],
  [{ title: 'T'.repeat(71) }, 'Title is long: 71 characters, results cut it after 70.'],
  [{ excerpt: '' }, 'Excerpt is missing: the list of articles shows the beginning of the text instead.'],
  [
    { excerpt: 'A sample written without an AI service, about tides. Replace it before you publish.' },
    'A sample text is still in it: “Replace it before you publish.”',
  ],
  [
    { meta_description: '', excerpt: 'Short.' },
    'The excerpt, used as the meta description, is short: 6 characters, 70 or more say more.',
  ],
  [{ content: '' }, 'There is no content yet.'],
  [{ content: 'Seven words are not an article yet.' }, 'The text is short: 7 words, under 300.'],
  [{ content: 'word '.repeat(401) }, '401 words without a heading are hard to scan.'],
  [{ content: `# One\n### Three\n${words}` }, 'Headings skip a level: after # comes ##, then ###.'],
  [
    { content: `${good.content}\n\n![Describe the picture](${STORED})` },
    'A picture in the text has no description for people who cannot see it.',
  ],
  [
    { content: `${good.content}\n\n![A pier](https://elsewhere.example/pier.png)` },
    'A picture in the text will not be shown. Upload it with the Picture button, on a line of its own.',
  ],
  [{ featured_image_alt: '' }, 'The picture has no description for people who cannot see it.'],
  [
    { featured_image: 'https://elsewhere.example/a.png' },
    'The picture is on another site and will not be shown. Upload it instead.',
  ],
  [
    { content: `[work](javascript:alert(1)) ${words}` },
    'A link has no address that works: it needs https://, http:// or mailto:.',
  ],
  [
    { featured_image: 'https://images.unsplash.com/photo-1?w=800' },
    'The picture has no credit: its photographer has to be named.',
  ],
  [{ content: `See [here](https://example.com/) ${words}` }, '“here” does not say where its link leads.'],
])('reviewPost for %j complains: %s', (change, complaint) => {
  expect(complaints(change)).toEqual([complaint])
})

test('reviewPost reports a missing excerpt and a missing description', () => {
  expect(complaints({ excerpt: '', meta_description: '' })).toEqual([
    'Excerpt is missing: the list of articles shows the beginning of the text instead.',
    'Meta description is missing.',
  ])
})

test('reviewPost accepts an excerpt as meta description, and a post without a picture', () => {
  expect(complaints({ meta_description: '', excerpt: good.meta_description })).toEqual([])
  expect(complaints({ featured_image: '', featured_image_alt: '' })).toEqual([])
})

test.each(['excerpt', 'content'] as const)(
  'reviewPost reports the sample %s of the simulated AI writer',
  async (name) => {
    const sample = await createSimulatedWriter().write('Tides', new AbortController().signal)
    expect(complaints({ [name]: sample[name] })).toContainEqual(
      expect.stringMatching(/^A sample text is still in it/),
    )
  },
)
