import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessibleInBothSchemes, signIn, test } from './support/journey.ts'
import { isNarrow, openPost, showPart } from './support/post-editor.ts'
import { changePost, deletePost, findPosts, writePost } from './support/posts.ts'
import type { RunningSite } from './support/running-site.ts'

/** Opens the Blog tab as a new admin: projects share a server, but not accounts and drafts. */
async function openBlogTab(page: Page, site: RunningSite): Promise<void> {
  const { project, testId } = test.info()
  await signIn(page, await site.createAccount(`admin-${testId}-${project.name}@desk.example`, 'admin'))
  await page.getByRole('tab', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { name: 'Blog Management' })).toBeVisible()
}

/** Words that no other test of the run uses. */
const createTag = () =>
  `${test.info().testId.slice(-6)} ${test.info().project.name}`.replaceAll(/[^a-z0-9 ]/g, '')
const slugged = (text: string) => text.toLowerCase().replaceAll(' ', '-')
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const failure = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('an admin writes, publishes, moves, reverts and deletes a post @both-databases', async ({
  page,
  anotherPage,
  site,
  request,
}) => {
  const title = `Tide log ${createTag()}`
  const slug = slugged(title)
  await openBlogTab(page, site)
  await page.getByRole('button', { name: 'New Post' }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill(title)
  await showPart(page, 'Settings')
  await expect(page.getByLabel('Slug')).toHaveValue(slug)
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'AI & Automation' })
  await expect(page.getByLabel('Slug')).toHaveValue(`ai-automation-${slug}`)
  await expect(page.getByLabel('Category', { exact: true }).locator('option')).toHaveText([
    'AI & Automation',
    'SEO & Marketing',
    'Custom Development',
    'Social Media',
    'Web Development',
    'Technology Trends',
    'General',
  ])
  await expect(page.getByLabel('Excerpt')).toHaveAttribute('rows', '3')
  await showPart(page, 'Write')
  await expect(page.getByLabel('Content', { exact: true })).toHaveAttribute('rows', '15')

  const content = page.getByLabel('Content', { exact: true })
  await content.fill('High water')
  await content.selectText()
  await page.getByRole('button', { name: 'Bold' }).click()
  await expect(content).toHaveValue('**High water**')
  await content.press('Control+z')
  await expect(content).toHaveValue('High water')
  await page.getByRole('button', { name: 'H2 Heading' }).click()
  await content.press('End')
  await content.pressSequentially('\n- one\n- two')
  await page.getByRole('button', { name: 'Both' }).click()
  await expect(content).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { level: 2 })).toHaveText('High water')
  await expect(preview.getByRole('listitem')).toHaveText(['one', 'two'])
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(content).toBeHidden()
  await expect(preview).toBeVisible()
  await showPart(page, 'Settings')
  await page.locator('[name=featured_image]').fill('//elsewhere.example/a.png')
  // The browser shows the refused field, wherever it is.
  await showPart(page, 'AI assistant')
  await page.getByRole('button', { name: 'Create Post' }).click()
  await expect(page.locator('[name=featured_image]')).toBeFocused()
  expect(await page.locator('[name=featured_image]').evaluate((field) => field.matches(':invalid'))).toBe(
    true,
  )
  await page.locator('[name=featured_image]').fill('/covers/general.svg')
  await expect(page.getByRole('heading', { name: /^Before publishing \d to fix$/ })).toBeVisible()
  await expect(page.getByText('Meta description is missing.')).toBeVisible()
  await expect(page.getByText('The picture has no description for people who cannot see it.')).toBeVisible()
  await page.locator('[name=featured_image_alt]').fill('A disc in sand-colored water')

  await page.getByRole('button', { name: 'Create Post' }).dblclick()
  await expect(toast(page, 'Blog post created successfully')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveCount(0)
  expect(await findPosts(site, `ai-automation-${slug}`)).toMatchObject([
    { published: false, auto_generated: false, category: 'ai-automation' },
  ])
  await expect(row(page, title)).toContainText('Draft')
  if (!isNarrow(page))
    await expect(row(page, title).getByRole('button', { name: `View live: ${title}` })).toBeDisabled()
  expect((await request.get(`/blog/ai-automation-${slug}`, { maxRedirects: 0 })).status()).toBe(302)

  await openPost(page, title)
  await expect(page.getByRole('button', { name: `View live: ${title}` })).toBeDisabled()
  await showPart(page, 'Settings')
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue('ai-automation')
  await page.getByRole('switch', { name: 'Published' }).check()
  await page.getByRole('button', { name: 'Update Post' }).dblclick()
  await expect(toast(page, 'Blog post updated successfully')).toBeVisible()
  await expect(row(page, title)).toContainText('Published')
  await openPost(page, title)
  await expect(page.getByRole('link', { name: `View live: ${title}` })).toHaveAttribute(
    'href',
    `/blog/ai-automation-${slug}`,
  )
  const visitor = await anotherPage()
  await visitor.goto(`/blog/ai-automation-${slug}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(visitor.getByRole('img', { name: 'A disc in sand-colored water' })).toBeVisible()

  await page.getByLabel('Title').fill(`${title} anew`)
  await showPart(page, 'Settings')
  await expect(page.getByLabel('Slug')).toHaveValue(`ai-automation-${slug}`)
  await page.getByRole('button', { name: 'From title' }).click()
  await expect(page.getByLabel('Slug')).toHaveValue(`ai-automation-${slug}-anew`)
  await expect(page.getByText(`/blog/ai-automation-${slug} will lead to the new address.`)).toBeVisible()
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(row(page, `${title} anew`)).toBeVisible()
  // The cached page expires shortly after the change.
  await expect
    .poll(async () => {
      const moved = await request.get(`/blog/ai-automation-${slug}`, { maxRedirects: 0 })
      return [moved.status(), moved.headers()['location']]
    })
    .toEqual([301, `/blog/ai-automation-${slug}-anew`])

  await openPost(page, `${title} anew`)
  await showPart(page, 'Versions')
  const versions = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Compare' }) })
  await expect(versions).toHaveCount(3)
  await versions.last().getByRole('button', { name: 'Compare' }).click()
  await expect(versions.last().locator('del')).toHaveText(title)
  await expect(versions.last().locator('ins')).toHaveText(`${title} anew`)
  await versions.last().getByRole('button', { name: 'Restore' }).click()
  await showPart(page, 'Write')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByRole('switch', { name: 'Published' })).toBeChecked()
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(page.getByLabel('Title')).toHaveCount(0)

  await openPost(page, title)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await expect(page.getByText('Are you sure you want to delete this blog post?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('button', { name: 'Delete post' }).click()
  await expect(toast(page, 'Blog post deleted successfully')).toBeVisible()
  await expect(row(page, title)).toHaveCount(0)
})

test.describe('when saving a post fails', () => {
  test.use({
    expectedProblems: ['status of 409', 'status of 500', 'status of 406', 'Could not read: counts of posts'],
  })

  test(
    'after failed saves the post form keeps its input and explains what happened',
    anyWidth,
    async ({ page, site }) => {
      const title = `Kept log ${createTag()}`
      const slug = slugged(title)
      await writePost(site, { title, slug, content: 'First.', published: false })
      await openBlogTab(page, site)

      // A new post survives a closed window and is discarded only after a confirmation.
      await page.getByRole('button', { name: 'New Post' }).click()
      await page.getByLabel('Title').fill(title)
      await expect(page.getByText('Not saved yet. Draft kept')).toBeVisible()
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await expect(page.getByText('Restored from your unsaved draft')).toBeVisible()
      await expect(page.getByLabel('Title')).toHaveValue(title)

      // The slug belongs to another post.
      await page.getByRole('button', { name: 'Create Post' }).click()
      await expect(failure(page, 'Failed to create blog post')).toBeVisible()
      await expect(
        page.getByText('Another post has this slug already. Please choose another one.'),
      ).toBeVisible()
      await expect(page.getByLabel('Title')).toHaveValue(title)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByText('Discard unsaved changes?')).toBeVisible()
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await expect(page.getByLabel('Title')).toHaveValue(title)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await page.getByRole('button', { name: 'New Post' }).click()
      await expect(page.getByLabel('Title')).toHaveValue('')
      await page.getByRole('button', { name: 'Cancel' }).click()

      // A saved post keeps its draft on the server while another admin saves the post.
      await page.getByRole('button', { name: `Edit ${title}` }).click()
      await page.getByLabel('Content', { exact: true }).fill('Mine.')
      await expect(page.getByText('Not saved yet. Draft kept')).toBeVisible()
      await changePost(site, slug, { content: 'Theirs.', excerpt: 'Theirs too.' })
      await page.getByRole('button', { name: 'Update Post' }).click()
      await expect(failure(page, 'Another person changed this post, too')).toContainText(
        'You both changed: content.',
      )
      page.once('dialog', (dialog) => void dialog.accept())
      await page.reload()
      await expect(page.getByLabel('Content', { exact: true })).toHaveValue('Mine.')
      await expect(failure(page, 'Another person changed this post, too')).toBeVisible()
      await page.getByRole('button', { name: 'Update Post' }).click()
      await expect(page.getByRole('button', { name: 'Update Post' })).toBeVisible()
      expect(await findPosts(site, slug)).toMatchObject([{ content: 'Theirs.' }])
      await page.getByRole('button', { name: 'Save mine' }).click()
      await expect(toast(page, 'Blog post updated successfully')).toBeVisible()
      expect(await findPosts(site, slug)).toMatchObject([{ content: 'Mine.', excerpt: 'Theirs too.' }])

      // The server fails.
      const broken = (method: string) =>
        page.route('**/rest/v1/blog_posts*', (route) =>
          route.request().method() === method
            ? route.fulfill({
                status: 500,
                json: { code: 'XX000', message: 'boom', details: null, hint: null },
              })
            : route.fallback(),
        )
      await broken('PATCH')
      await page.getByRole('button', { name: `Edit ${title}` }).click()
      await page.getByLabel('Excerpt').fill('Short.')
      await page.getByRole('button', { name: 'Update Post' }).click()
      await expect(failure(page, 'Failed to update blog post')).toBeVisible()
      await expect(page.getByLabel('Excerpt')).toHaveValue('Short.')
      await page.getByRole('button', { name: 'All posts' }).click()
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await broken('DELETE')
      await page.getByRole('button', { name: `Delete ${title}` }).click()
      await page.getByRole('button', { name: 'Delete post' }).click()
      await expect(failure(page, 'Failed to delete blog post')).toBeVisible()
      await expect(row(page, title)).toBeVisible()
      await broken('GET')
      await page.reload()
      await expect(failure(page, 'Failed to fetch blog posts').first()).toBeVisible()
      await page.unrouteAll()
      // The list may recover on its own before the button is clicked.
      const again = page.getByRole('button', { name: 'Try again' })
      await expect(async () => {
        if (await again.isVisible()) await again.click({ timeout: 1_000 })
        await expect(row(page, title)).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await deletePost(site, slug)
    },
  )
})

test(
  'a post opened while its draft is being deleted shows the saved version',
  anyWidth,
  async ({ page, site }) => {
    const title = `Fast log ${createTag()}`
    const slug = slugged(title)
    await writePost(site, { title, slug, content: 'First.', published: false })
    const opened = Promise.withResolvers<void>()
    await page.route('**/rest/v1/post_working_copies*', async (route) => {
      if (route.request().method() === 'DELETE') await opened.promise
      await route.fallback()
    })
    await openBlogTab(page, site)
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await page.getByLabel('Content', { exact: true }).fill('Second.')
    await expect(page.getByText('Not saved yet. Draft kept')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(toast(page, 'Blog post updated successfully')).toBeVisible()
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    opened.resolve()
    await expect(page.getByLabel('Content', { exact: true })).toHaveValue('Second.')
    await expect(page.getByText('Restored from your unsaved draft')).toBeHidden()
    await page.getByRole('button', { name: 'All posts' }).click()
    await deletePost(site, slug)
  },
)

test(
  'the post list shows scheduled times, and an empty blog shows how to start',
  anyWidth,
  async ({ page, site }) => {
    const title = `Scheduled log ${createTag()}`
    await openBlogTab(page, site)
    await page.getByRole('button', { name: 'New Post' }).click()
    await page.getByLabel('Title').fill(title)
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByLabel('Publish at').fill('2099-07-04T09:30')
    await page.getByRole('button', { name: 'Create Post' }).click()
    await expect(row(page, title)).toContainText('Scheduled')
    await expect(row(page, title)).toContainText('Jul 4, 2099, 9:30 AM')
    await page.getByRole('searchbox', { name: 'Search posts' }).fill(`LOG ${createTag()} scheduled`)
    await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(1)
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await expect(page.getByLabel('Publish at')).toHaveValue('2099-07-04T09:30')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await deletePost(site, slugged(title))
    await expect(page.getByText('No blog posts match your search.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('')
    await expect(row(page, 'Six cities, one business profile')).toBeVisible()

    await page.route('**/rest/v1/blog_posts*', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: [], headers: { 'Content-Range': '*/0', 'Access-Control-Allow-Origin': '*' } })
        : route.fallback(),
    )
    await page.reload()
    await expect(page.getByText('No blog posts found. Create your first post!')).toBeVisible()
  },
)

test('the blog manager has no accessibility problem, light and dark', async ({ page, site }) => {
  await openBlogTab(page, site)
  await expect(row(page, 'Six cities, one business profile')).toBeVisible()
  await page.getByRole('button', { name: 'Automatic drafts' }).click()
  await expectAccessibleInBothSchemes(page)
  await openPost(page, 'Six cities, one business profile')
  await showPart(page, 'Settings')
  await expectAccessibleInBothSchemes(page)
  await showPart(page, 'Versions')
  await showPart(page, 'Write')
  await page.getByLabel('Title').fill('Seven cities, one business profile')
  await page.getByRole('button', { name: 'Both' }).click()
  await expectAccessibleInBothSchemes(page)
  await showPart(page, 'Versions')
  await page.getByRole('button', { name: 'Compare' }).first().click()
  await expect(page.locator('ins').first()).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})

test(
  'the blog list is a table with rows of 48 pixels, run by the keyboard',
  anyWidth,
  async ({ page, site }) => {
    await openBlogTab(page, site)
    const first = page.getByRole('row').nth(1)
    await expect(first).toBeVisible()
    expect(await first.boundingBox()).toMatchObject({ y: 249, height: 48 })

    const titles = page.getByRole('table').locator('a[data-opens-row]')
    await titles.first().focus()
    await page.keyboard.press('j')
    await expect(titles.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    await expect(titles.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const title = await titles.nth(1).innerText()
    await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await page.goBack()
    await expect(titles.nth(1)).toBeFocused()

    // The whole row opens its post.
    const place = await page.getByRole('row').nth(3).getByRole('cell').nth(2).boundingBox()
    await page.mouse.click((place?.x ?? 0) + 30, (place?.y ?? 0) + 20)
    await expect(page.getByRole('heading', { name: 'Edit post' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(titles.nth(2)).toBeFocused()
  },
)

test('two filters chosen in the same moment both apply', anyWidth, async ({ page, site }) => {
  await openBlogTab(page, site)
  const drafts = page.getByRole('group', { name: 'State' }).getByRole('button', { name: /^Drafts/ })
  const category = page.getByLabel('Category of posts')
  await drafts.evaluate(
    (button: HTMLButtonElement, select) => {
      button.click()
      if (!(select instanceof HTMLSelectElement)) return
      select.value = 'social-media'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    },
    await category.elementHandle(),
  )
  await expect(category).toHaveValue('social-media')
  await expect(drafts).toHaveAttribute('aria-pressed', 'true')
})

test('the blog list can be narrowed to a state and a category', anyWidth, async ({ page, site }) => {
  const title = `Narrow log ${createTag()}`
  const slug = slugged(`social-media ${title}`)
  await writePost(site, { title, slug, published: false, scheduled_for: '2099-07-04T09:30:00Z' })
  await openBlogTab(page, site)
  const states = page.getByRole('group', { name: 'State' }).getByRole('button')
  await expect(states.filter({ hasText: /^Scheduled [1-9]/ })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(title)
  await expect(states).toHaveText(['All 1', 'Published 0', 'Scheduled 1', 'Drafts 0'])
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('')
  await states.filter({ hasText: 'Drafts' }).click()
  await expect(row(page, 'Six cities, one business profile')).toHaveCount(0)
  await expect(row(page, title)).toHaveCount(0)
  await states.filter({ hasText: 'Scheduled' }).click()
  await expect(row(page, title)).toContainText('Scheduled')
  await page.getByLabel('Category of posts').selectOption('Social Media')
  await expect(row(page, title)).toBeVisible()
  await page.reload()
  await expect(row(page, title)).toBeVisible()
  await page.getByLabel('Category of posts').selectOption('General')
  await expect(page.getByText('No blog posts match your filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(row(page, 'Six cities, one business profile')).toBeVisible()
  await states.filter({ hasText: 'Published' }).click()
  await expect(row(page, title)).toHaveCount(0)
  await deletePost(site, slug)
})
