import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Post } from './public-posts.ts'
import { ArticlePicture } from './article-picture.tsx'

const OURS = `/storage/v1/object/public/pictures/${'0'.repeat(32)}-1600x1000.webp`
const PHOTO = 'https://images.unsplash.com/photo-1?ixid=M3w&w=1080'

const plain: Post = {
  title: 'Tides',
  slug: 'tides',
  excerpt: null,
  category: 'general',
  reading_minutes: 1,
  content: '',
  meta_description: null,
  featured_image: null,
  featured_image_alt: null,
  featured_image_credit: null,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
}

/** The picture as a page renders it; `simulated`: no photo service is configured. */
function html(changes: Partial<Post>, { simulated = true } = {}): string {
  const router = createMemoryRouter(
    [{ id: 'root', path: '/', element: <ArticlePicture post={{ ...plain, ...changes }} /> }],
    { hydrationData: { loaderData: { root: { settings: { sandbox: { photos: simulated } } } } } },
  )
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('ArticlePicture shows a stored picture in all its widths and its real size', () => {
  const markup = html({ featured_image: OURS, featured_image_alt: 'A pier' })
  expect(markup).toMatch(/srcSet="[^"]*-480\.webp 480w, [^"]* 1600w"/)
  expect(markup).toMatch(/width="1600" height="1000" [^>]*alt="A pier"/)
})

test('ArticlePicture links the photo service beside the photographer with the same tracking parameters', () => {
  const credit = { name: 'Kit Marlow', link: 'https://unsplash.com/@kit?utm_source=tidewright' }
  const post = { featured_image: PHOTO, featured_image_credit: credit }
  const markup = html(post, { simulated: false })
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe('Photo by Kit Marlow on Unsplash')
  expect(markup).toContain('href="https://unsplash.com/?utm_source=tidewright"')
  const drawn = html(post)
  expect(drawn).toContain('src="/covers/general.svg"')
  expect(drawn).not.toContain('Kit Marlow')
})
