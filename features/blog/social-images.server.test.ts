import sharp from 'sharp'
import { expect, test } from 'vitest'
import { blogCategories } from './blog.ts'
import { drawPostImage } from './social-images.server.ts'

const MOST_BYTES = 150_000

test.each(blogCategories.map(({ value }) => value))(
  'drawPostImage draws a picture of 1200 by 630 for %s',
  async (category) => {
    const bytes = await drawPostImage({ title: 'Automate the dullest task first', category })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(MOST_BYTES)
  },
)

test.each([
  ['', 'nothing'],
  ['<script>alert(1)</script> </svg><image href="http://127.0.0.1/"/>', 'markup'],
  ['\u202Edrawkcab \u0000\uD800 half', 'what steers or breaks text'],
  ['潮汐表 🌊 ﷽', 'letters the font lacks'],
  ['W'.repeat(300), 'one endless word'],
  ['word '.repeat(60), 'many words'],
])('drawPostImage copes with the title %j (%s)', async (title) => {
  const bytes = await drawPostImage({ title, category: 'general' })
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  // The foot with the business name is never covered; its colors may be rounded.
  const drawn = await foot(bytes)
  const template = await foot('public/og/categories/general.png')
  const other = drawn.filter((value, position) => Math.abs(value - (template[position] ?? 0)) > 24)
  expect(other.length / drawn.length).toBeLessThan(0.01)
})

function foot(picture: Buffer | string): Promise<Buffer> {
  return sharp(picture).extract({ left: 9, top: 548, width: 600, height: 70 }).removeAlpha().raw().toBuffer()
}
