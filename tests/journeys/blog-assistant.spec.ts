import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { json, silence, startStubServer, type StubServer } from '../support/stub-http-server.ts'
import {
  anyWidth,
  expect,
  expectAccessibleInBothSchemes,
  migratedTemplate,
  signIn,
  test,
} from './support/journey.ts'
import { openPost, showPart } from './support/post-editor.ts'
import { changePost, deletePost, writePost } from './support/posts.ts'
import { startSite, type RunningSite } from './support/running-site.ts'

const PHOTO = {
  id: 'abc',
  description: null,
  alt_description: 'a pier in the fog',
  urls: {
    small: 'https://images.unsplash.com/photo-1?ixid=x&w=400',
    regular: 'https://images.unsplash.com/photo-1?ixid=x&w=1080',
  },
  links: {
    html: 'https://unsplash.com/photos/abc',
    download_location: 'https://api.unsplash.com/photos/abc/download',
  },
  user: { name: 'Kit Marlow', links: { html: 'https://unsplash.com/@kit' } },
}

async function openForm(page: Page, site: RunningSite): Promise<void> {
  await signIn(page, site.admin, `${site.url}/login?tab=blog`)
  await page.getByRole('button', { name: 'New Post' }).click()
  await page.getByRole('tab', { name: 'AI assistant' }).click()
  await expect(page.getByRole('tab', { name: 'AI Content' })).toHaveAttribute('aria-selected', 'true')
}

const done = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const failed = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: `Error: ${text}` })
const fields = (page: Page) => ({
  title: page.locator('[name=title]'),
  content: page.locator('[name=content]'),
  image: page.locator('[name=featured_image]'),
  alt: page.locator('[name=featured_image_alt]'),
})

/** One is above or beside the other. */
async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (a === null || b === null) throw new Error('Both have to be visible')
  expect(a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x).toBe(
    true,
  )
}

test('the blog assistant writes text, generates and finds images, and puts them into the post form', async ({
  page,
  site,
  isMobile,
}) => {
  await openForm(page, site)
  const { title, content, image, alt } = fields(page)
  const assistant = page.getByRole('region', { name: 'AI assistant' })

  await page.getByRole('button', { name: 'Generate Content' }).click()
  await expect(failed(page, 'Please enter a blog topic or outline')).toBeVisible()
  await showPart(page, 'Write')
  await title.fill('My own words')
  await showPart(page, 'AI assistant')
  await page.getByRole('textbox', { name: 'Blog topic or outline' }).fill('Booking pages for clinics')
  await page.getByRole('button', { name: 'Generate Content' }).click()
  await expect(done(page, 'AI content generated successfully!')).toBeVisible()
  const proposal = page.getByRole('region', { name: 'Proposal of the assistant' })
  await expect(proposal).toContainText('Sample draft: Booking pages for clinics')
  await expect(proposal.getByRole('checkbox', { name: 'Excerpt' })).toBeInViewport()
  // The form stays as it is until the user inserts a piece, and what would be replaced is left out unless chosen.
  await expect(title).toHaveValue('My own words')
  await expect(content).toHaveValue('')
  await expect(proposal.getByRole('deletion')).toHaveText('My own words')
  await expect(proposal.getByRole('checkbox', { name: 'Title' })).not.toBeChecked()
  await expect(proposal.getByRole('checkbox', { name: 'Excerpt' })).toBeChecked()
  await proposal.getByRole('button', { name: 'Insert 2 of 3' }).click()
  await expect(title).toHaveValue('My own words')
  await expect(content).toHaveValue(/This is a simulated draft\./)
  await proposal.getByRole('checkbox', { name: 'Title' }).check()
  await expectAccessibleInBothSchemes(page)
  await proposal.getByRole('button', { name: 'Insert 1 of 1' }).click()
  await expect(proposal).toBeHidden()
  await expect(title).toHaveValue('Sample draft: Booking pages for clinics')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(title).toHaveValue('My own words')
  await expect(content).toHaveValue(/This is a simulated draft\./)
  await expect(proposal.getByRole('checkbox', { name: 'Title' })).toBeVisible()
  await proposal.getByRole('button', { name: 'Discard' }).click()
  await expect(proposal).toBeHidden()

  await page.getByRole('tab', { name: 'AI Image' }).click()
  await expect(assistant).toContainText('Simulated')
  await page.getByRole('button', { name: 'Generate Image' }).click()
  await expect(failed(page, 'Please enter a description for the image')).toBeVisible()
  await assistant.getByLabel('Image description').fill('A harbor at dawn')
  await page.getByRole('button', { name: 'Generate Image' }).click()
  await expect(done(page, 'AI image generated successfully!')).toBeVisible()
  await expect(image).toHaveValue('')
  await expect(proposal.getByRole('figure')).toHaveText('A harbor at dawn')
  await expect(proposal.getByRole('figure')).toBeInViewport()
  await proposal.getByRole('button', { name: 'Insert 1 of 1' }).click()
  await expect(image).toHaveValue(/^\/storage\/v1\/object\/public\/pictures\/[0-9a-f]{32}-1600x1000\.webp$/)
  await expect(alt).toHaveValue('A harbor at dawn')

  await page.getByRole('tab', { name: 'Stock Photos' }).click()
  await expect(assistant).toContainText('Enter a search term to find stock photos')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(failed(page, 'Please enter a search term')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search term' }).fill('zebra')
  await page.getByRole('searchbox', { name: 'Search term' }).press('Enter')
  await expect(done(page, 'No Results: No images found for this search term')).toBeVisible()
  await expect(assistant).toContainText('No images found for "zebra"')
  await expect(assistant).toContainText('Try a different search term')
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  expect(await dismiss.count()).toBeLessThanOrEqual(isMobile ? 2 : 4)
  // All at once, because they also disappear after a while. Results stay clear of their own toast, not of earlier
  // ones.
  await dismiss.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()))
  await page.getByRole('searchbox', { name: 'Search term' }).fill('boat')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(done(page, 'Found 2 images')).toBeVisible()
  await expectApart(page.getByRole('region', { name: 'Photos for "boat"' }), done(page, 'Found 2 images'))
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Boats in a race' }).click()
  await expect(
    done(page, 'Selected photo by Tidewright (simulated): Featured image has been selected successfully!'),
  ).toBeVisible()
  await expect(image).toHaveValue('/stock/regatta-1080.webp')
  await expect(alt).toHaveValue('Boats in a race')

  const own = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#EBDBAE' } })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'own.jpg', mimeType: 'image/jpeg', buffer: own })
  await expect(image).toHaveValue(/-300x200\.webp$/)
  // The description of the picture before does not fit this one.
  await expect(alt).toHaveValue('')
  // Input in a tab survives switching tabs.
  await page.getByRole('tab', { name: 'AI Content' }).click()
  await expect(page.getByRole('textbox', { name: 'Blog topic or outline' })).toHaveValue(
    'Booking pages for clinics',
  )
})

test(
  'a picture uploaded into the text is shown in the article with its description',
  anyWidth,
  async ({ page, site }) => {
    const title = `Pier log ${test.info().project.name}`
    await signIn(page, site.admin, `${site.url}/login?tab=blog`)
    await page.getByRole('button', { name: 'New Post' }).click()
    const { content, image } = fields(page)
    await page.getByLabel('Title').fill(title)
    await content.fill('Before the picture.')
    const own = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#EBDBAE' } })
      .png()
      .toBuffer()
    await page
      .getByLabel('Picture for the text')
      .setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: own })
    const stored = '/storage/v1/object/public/pictures/[0-9a-f]{32}-600x400.webp'
    await expect(content).toHaveValue(
      new RegExp(`^Before the picture\\.\n\n!\\[Describe the picture\\]\\(${stored}\\)$`),
    )
    await showPart(page, 'Settings')
    const warning = page.getByText('A picture in the text has no description for people who cannot see it.')
    await expect(warning).toBeVisible()
    await expect(page.getByText('The text is short: 3 words, under 300.')).toBeVisible()
    await showPart(page, 'Write')
    // The description is selected.
    await content.focus()
    await page.keyboard.type('A pier at dusk')
    await expect(content).toHaveValue(/!\[A pier at dusk\]/)
    await showPart(page, 'Settings')
    await expect(warning).toBeHidden()
    // A picture arrives even while phones show another part.
    await page
      .getByLabel('Picture for the text')
      .setInputFiles({ name: 'own.png', mimeType: 'image/png', buffer: own })
    await expect(content).toHaveValue(/!\[A pier at dusk\][^!]*!\[Describe the picture\][^!]*$/)
    await expect(warning).toBeVisible()
    await showPart(page, 'Write')
    await content.fill('')
    await content.evaluate(
      (field, bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'own.png', { type: 'image/png' }))
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...own],
    )
    await expect(content).toHaveValue(new RegExp(`^!\\[Describe the picture\\]\\(${stored}\\)$`))
    await page.keyboard.type('A pier at dusk')
    await expect(content).toHaveValue(/^!\[A pier at dusk\]/)
    await expect(image).toHaveValue('')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('img', { name: 'A pier at dusk' })).toBeVisible()
    await page.getByRole('switch', { name: 'Published' }).check()
    await page.getByRole('button', { name: 'Create Post' }).click()
    await expect(done(page, 'Blog post created successfully')).toBeVisible()

    const slug = title.toLowerCase().replaceAll(' ', '-')
    await page.goto(`/blog/${slug}`)
    const shown = page.getByRole('img', { name: 'A pier at dusk' })
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    const feed = await page.request.get('/feed.json')
    expect(await feed.text()).toMatch(/src=\\"https?:\/\/[^/]+\/storage\/v1\/object\/public\/pictures\//)
    await deletePost(site, slug)
  },
)

test(
  'the server writes a draft on request and on the scheduled days @both-databases',
  anyWidth,
  async ({ page, site }) => {
    await signIn(page, site.admin, '/login?tab=blog')
    await page.getByRole('button', { name: 'Test Auto-Generate' }).click()
    const toast = done(page, 'Success: Auto-generated blog post: "Sample draft:')
    await expect(toast).toContainText(/" in [a-z-]+$/)
    const title = /"(.+)"/.exec(await toast.innerText())?.[1] ?? ''
    const post = page.getByRole('row').filter({ hasText: title }).first()
    await expect(post).toContainText('Draft')
    const slug = /\/blog\/([a-z0-9-]+)/.exec(await post.innerText())?.[1] ?? ''

    await openPost(page, title)
    await showPart(page, 'Versions')
    await page.getByText('Written with AI').click()
    await expect(page.getByText(/^Picture by the simulation/)).toBeVisible()
    await page.getByRole('button', { name: 'All posts' }).click()

    const schedule = page.getByRole('combobox', { name: 'Automatic drafts' })
    await page.getByRole('button', { name: 'Automatic drafts: Off' }).click()
    await schedule.selectOption('Every two weeks')
    await expect(done(page, 'Draft schedule saved').first()).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Automatic drafts: Every two weeks' }).click()
    await expect(schedule).toHaveValue('2')
    await expect(page.getByLabel('Next on')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
    await schedule.selectOption('Off')
    await expect(page.getByLabel('Next on')).toBeHidden()
    await page.getByRole('tab', { name: /Notifications/ }).click()
    await expect(page.getByRole('listitem').filter({ hasText: title }).first()).toContainText(
      'A draft is waiting for you',
    )

    await changePost(site, slug, { published: true })
    await page.goto(`/blog/${slug}`)
    const cover = page.locator('figure img')
    await expect(cover).toHaveAttribute('srcset', /-480\.webp 480w, .*-1216\.webp 1216w, .* 1600w$/)
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  },
)

test(
  'a failing AI service leaves the post form unchanged and shows the reason',
  anyWidth,
  async ({ page, expectedProblems }) => {
    expectedProblems.push('Failed to load resource')
    const service = await startStubServer()
    const site = await startSite({ template: await migratedTemplate(), environment: settingsFor(service) })
    await page.route('https://images.unsplash.com/**', (route) =>
      route.fulfill({ path: 'public/stock/pier-400.webp', contentType: 'image/webp' }),
    )
    try {
      await openForm(page, site)
      const { title, image } = fields(page)
      await title.fill('Mine')
      await page.getByRole('textbox', { name: 'Blog topic or outline' }).fill('Tides')
      const generate = page.getByRole('button', { name: 'Generate Content' })

      service.answer(json(401, { error: { message: 'no such key' } }))
      await generate.click()
      await expect(failed(page, 'Failed to generate content. Please try again.')).toBeVisible()
      await expect(page.getByText('The AI service did not accept our request.')).toBeVisible()

      service.answer((_request, response) => response.writeHead(200).end('<html>garbage'))
      await generate.click()
      await expect(page.getByText('gave an answer that cannot be used')).toBeVisible()

      service.answer(silence)
      await generate.click()
      await expect(page.getByRole('button', { name: 'Generating...' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      await page.getByRole('button', { name: 'Cancel', exact: true }).first().click()
      await expect(generate).toBeVisible()
      await expect(title).toHaveValue('Mine')

      service.answer(json(429, {}, { 'retry-after-ms': '1' }))
      await page.getByRole('tab', { name: 'AI Image' }).click()
      await page.getByRole('region', { name: 'AI assistant' }).getByLabel('Image description').fill('A pier')
      await page.getByRole('button', { name: 'Generate Image' }).click()
      await expect(failed(page, 'Failed to generate image. Please try again.')).toBeVisible()

      await page.getByRole('tab', { name: 'Stock Photos' }).click()
      service.answer((request, response) =>
        (request.path.startsWith('/search') ? json(200, { results: [PHOTO] }) : json(500, {}))(
          request,
          response,
        ),
      )
      await page.getByRole('searchbox', { name: 'Search term' }).fill('pier')
      await page.getByRole('searchbox', { name: 'Search term' }).press('Enter')
      await expect(done(page, 'Found 1 image')).toBeVisible()
      await page.getByRole('button', { name: 'a pier in the fog' }).click()
      await expect(failed(page, 'Failed to select image')).toBeVisible()
      await expect(image).toHaveValue('')
      service.answer(json(403, { errors: ['Rate Limit Exceeded'] }))
      await page.getByRole('searchbox', { name: 'Search term' }).fill('fog')
      await page.getByRole('searchbox', { name: 'Search term' }).press('Enter')
      await expect(failed(page, 'Failed to search images. Please try again.')).toBeVisible()
      await expect(page.getByText('The limit of the photo service for this hour is reached.')).toBeVisible()
      await expect(page.getByText('Enter a search term to find stock photos')).toBeVisible()

      const drawing = {
        name: 'x.png',
        mimeType: 'image/png',
        buffer: Buffer.from('<svg onload="alert(1)"/>'),
      }
      await showPart(page, 'Settings')
      await page.getByLabel('Picture file').setInputFiles(drawing)
      await expect(page.getByText('This is not a picture we can use.')).toBeVisible()

      await expect(title).toHaveValue('Mine')
      service.answer(json(401, {}))
      await page.getByRole('button', { name: 'All posts' }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await page.getByRole('button', { name: 'Test Auto-Generate' }).click()
      await expect(
        failed(page, 'Failed to generate blog post: The AI service did not accept our request.'),
      ).toBeVisible()
      await page.route('**/functions/v1/auto-generate-blog-post', (route) => route.abort())
      await page.getByRole('button', { name: 'Test Auto-Generate' }).click()
      await expect(failed(page, 'Failed to test auto-generation')).toBeVisible()

      const { regular } = PHOTO.urls
      const credit = { name: PHOTO.user.name, link: `${PHOTO.user.links.html}?utm_source=tidewright` }
      await writePost(site, {
        title: 'Fog',
        slug: 'fog',
        featured_image: regular,
        featured_image_credit: credit,
      })
      await page.goto(`${site.url}/blog/fog`)
      await expect(page.locator('figure img')).toHaveAttribute('src', regular)
      await expect(page.getByRole('figure')).toContainText('Photo by Kit Marlow on Unsplash')
      await expect(page.getByRole('link', { name: 'Unsplash', exact: true })).toHaveAttribute(
        'href',
        'https://unsplash.com/?utm_source=tidewright',
      )
    } finally {
      await site.stop()
      await service.close()
    }
  },
)

function settingsFor({ url }: StubServer): Record<string, string> {
  return {
    AI_BASE_URL: `${url}/v1`,
    AI_TEXT_MODEL: 'local',
    UNSPLASH_ACCESS_KEY: 'key',
    UNSPLASH_API_BASE: url,
    LOG_LEVEL: 'silent',
  }
}
