import { expect, test } from 'vitest'
import { listPictureSources } from './post-picture.tsx'

const OURS = `/storage/v1/object/public/pictures/${'0'.repeat(32)}`

test('listPictureSources returns a stored picture in every width', () => {
  expect(listPictureSources(`${OURS}-900x600.webp`)).toEqual({
    src: `${OURS}-900x600.webp`,
    srcSet: `${OURS}-900x600-480.webp 480w, ${OURS}-900x600-800.webp 800w, ${OURS}-900x600.webp 900w`,
    width: 900,
    height: 600,
  })
})

test('listPictureSources keeps the other parameters of a service photo in every width', () => {
  const { src, srcSet } = listPictureSources('https://images.unsplash.com/photo-1?ixid=M3w&w=1080')
  expect(src).toBe('https://images.unsplash.com/photo-1?ixid=M3w&w=1080')
  expect(srcSet?.split(', ')).toEqual(
    [480, 800, 1080, 1600].map(
      (width) => `https://images.unsplash.com/photo-1?ixid=M3w&w=${width} ${width}w`,
    ),
  )
})

test.each([
  '/covers/general.svg',
  `${OURS}.webp`,
  `${OURS}-900x600-480.webp`,
  'https://images.unsplash.com:bad/',
])('listPictureSources returns %s unchanged', (address) =>
  expect(listPictureSources(address)).toEqual({ src: address }),
)
