import type { Page } from '@playwright/test'
import { anyWidth, expect, expectAccessible, signIn, signOut, test } from './support/journey.ts'
import { linkMailedTo } from './support/mails.ts'

test('signed-out users see the sign-in form and can use it by keyboard @both-databases', async ({
  page,
  site,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(site.admin.email)
  await page.keyboard.press('Tab')
  if (
    !(await page
      .getByLabel('Password', { exact: true })
      .evaluate((field) => field === document.activeElement))
  ) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(site.admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Welcome back!' })).toHaveText(
    "Welcome back! You've successfully signed in.",
  )
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('the sign-in form works when submitted before hydration', anyWidth, async ({ page, site }) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByText('Loading...')).toBeHidden()
  await page.getByLabel('Email').pressSequentially(site.admin.email)
  const password = page.getByLabel('Password', { exact: true })
  await password.pressSequentially(site.admin.password)
  await password.press('Enter')
  await expect(page.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expect(password).toHaveValue(site.admin.password)
  release()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
})

test('a stored session shows no sign-in form while the dashboard loads', anyWidth, async ({ page, site }) => {
  await signIn(page, site.admin)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await page.addInitScript(() => {
    let painted = false
    const poll = () => {
      painted ||= document.querySelector('[name=password]')?.checkVisibility() ?? false
      Object.assign(window, { formPainted: painted })
      requestAnimationFrame(poll)
    }
    poll()
  })
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Loading...' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect(await page.evaluate(() => 'formPainted' in window && window.formPainted)).toBe(false)
})

test('the sign-in page without JavaScript shows a note and no form', anyWidth, async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const view of ['', '?view=create-account', '?view=forgot-password']) {
    await page.goto(`${site.url}/login${view}`)
    const note = page.locator('main noscript p')
    await expect(note).toBeVisible()
    expect(await note.evaluate((element) => element.textContent)).toContain('Signing in needs JavaScript')
    await expect(page.locator('form')).toBeHidden()
  }
  await context.close()
})

test(
  'a wrong password shows the message of the specification and focuses the password field',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 400')
    await signIn(page, { email: site.admin.email, password: 'not the password' })
    await expect(page.getByRole('alert')).toHaveText(
      'Sign In Error: Invalid email or password. Please try again.',
    )
    await expect(page.locator('[name=password]')).toBeFocused()
    await expect(page.locator('[name=password]')).toHaveAccessibleDescription(
      'Check the email address and the password.',
    )
  },
)

test(
  'during sign-in the button is disabled and a double click sends one request',
  anyWidth,
  async ({ page, site }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/auth/v1/token*', async (route) => {
      asked += 1
      await held
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel('Email').fill(site.admin.email)
    await page.getByLabel('Password', { exact: true }).fill(site.admin.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    const button = page.getByRole('button', { name: 'Signing In...' })
    await expect(button).toBeVisible()
    expect(await button.evaluate((element) => element.matches('[disabled], [aria-disabled=true]'))).toBe(true)
    release()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    expect(asked).toBe(1)

    const profile = Promise.withResolvers<void>()
    await page.route('**/rest/v1/profiles*', async (route) => {
      await profile.promise
      await route.continue()
    })
    await page.reload()
    await expect(page.getByText('Loading...')).toBeVisible()
    profile.resolve()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  },
)

test(
  'a client gets Access Denied at every dashboard URL and can sign out',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 500')
    const client = await site.createAccount(`client-${test.info().project.name}@dock.example`, 'client')
    await signIn(page, client)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page).toHaveTitle('Access Denied | Tidewright')
    for (const view of ['', '?view=account', '?view=team', '?tab=blog']) {
      if (view) await page.goto(`/login${view}`)
      await expect(page.getByText("You don't have permission to access this area.")).toBeVisible()
      await expect(page.getByText(/contacts$/i)).toHaveCount(0)
    }
    await expectAccessible(page)
    const token = await page.evaluate(
      () => /"access_token":"([^"]+)"/.exec(localStorage.getItem('staff-session') ?? '')?.[1] ?? '',
    )
    const known = async () =>
      (
        await page.request.get('/auth/v1/user', {
          headers: { apikey: site.anonKey, Authorization: `Bearer ${token}` },
        })
      ).status()
    await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 500, json: { msg: 'boom' } }))
    await signOut(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Sign Out Error' })).toHaveText(
      'Sign Out Error: Unable to sign out. Please try again.',
    )
    // The next person at this browser is signed out, even if the server failed.
    await expect(page.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
    expect(await known()).toBe(200)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Signed Out' })).toHaveText(
      "Signed Out: You've been successfully signed out.",
    )
    expect(await known()).toBe(403)
  },
)

test(
  'a new account confirms its email, is a client, and can reset its password @both-databases',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 500')
    const email = `new-${test.info().project.name}@harbor.example`
    await page.goto('/login')
    await page
      .getByRole('link', { name: 'Create account' })
      .or(page.getByRole('button', { name: 'Create account' }))
      .click()
    // The previous page has a field with the same name.
    await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.locator('[name=password]').fill('a first long secret')
    await page.route('**/auth/v1/signup*', (route) => route.fulfill({ status: 500, json: { msg: 'boom' } }))
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Sign Up Error' })).toHaveText(
      'Sign Up Error: Unable to create account. Please try again.',
    )
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Account Created!' })).toHaveText(
      'Account Created! Please check your email to verify your account',
    )
    await page.goto(await linkMailedTo(site, email, 'signup'))
    await page.getByRole('button', { name: /confirm/i }).click()
    await expect(page.getByText("You don't have permission to access this area.")).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Signed Out' })).toHaveText(
      "Signed Out: You've been successfully signed out.",
    )

    await page
      .getByRole('link', { name: 'Forgot your password?' })
      .or(page.getByRole('button', { name: 'Forgot your password?' }))
      .click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: /send/i }).click()
    await expect(page.getByText('a link to set a new password is on its way')).toBeVisible()
    await page.goto(await linkMailedTo(site, email, 'recovery'))
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('[name=password]').fill('a second long secret')
    await page
      .getByRole('button', { name: /password/i })
      .last()
      .click()
    await expect(page.getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
    await signIn(page, { email, password: 'a second long secret' })
    await expect(page.getByText("You don't have permission to access this area.")).toBeVisible()
  },
)

/** Delays the scripts of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return release
}
