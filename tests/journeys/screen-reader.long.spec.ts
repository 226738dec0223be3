import { readFile } from 'node:fs/promises'
import type { virtual } from '@guidepup/virtual-screen-reader'
import type { Page } from '@playwright/test'
import { anyWidth, expect, migratedTemplate, signIn, test } from './support/journey.ts'
import { startSite, type RunningSite } from './support/running-site.ts'

// The screen reader is added to the page as a script, which the policy of the site refuses.
test.use({ bypassCSP: true })

const LIBRARY = 'node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js'

declare global {
  interface Window {
    virtual: typeof virtual
  }
}

async function startScreenReader(page: Page): Promise<void> {
  await page.evaluate(
    async (source) => {
      const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
      Object.assign(window, await import(url))
      await window.virtual.start({ container: document.body })
    },
    await readFile(LIBRARY, 'utf8'),
  )
}

/** Reads on to the first phrase that begins with `until`. */
async function readTo(page: Page, until: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    for (;;) {
      await window.virtual.next()
      const phrase = await window.virtual.lastSpokenPhrase()
      if (phrase.startsWith(wanted)) return
      if (phrase === 'end of document') throw new Error(`The page says nowhere "${wanted}".`)
    }
  }, until)
}

/** What a listener follows: controls, headings, regions, announcements, and these texts. */
const FOLLOWED =
  /^(?:heading|region|navigation|list,|link|button|combobox|tablist|tab,|form|textbox|polite|assertive)/
const TEXTS = new Set(['Cannot be texted', 'Contact form', 'Could we move the call to Friday?'])
/** Positions, states that are always the same, and times. */
const LEFT_OUT = [
  /, (?:not disabled|1 control|orientated horizontally|has popup \w+|not expanded)/g,
  /, key shortcuts .*$/g,
  /, position \d+, set size \d+/g,
  / by (?:\w{3} )?[\d:]+ [AP]M/g,
  /(?<=published articles) \d+/g,
]

/** Everything said since the last call, reduced to what matters. */
async function listen(page: Page): Promise<string[]> {
  const phrases = await page.evaluate(async () => {
    const log = await window.virtual.spokenPhraseLog()
    await window.virtual.clearSpokenPhraseLog()
    return log
  })
  return phrases
    .filter((phrase) => FOLLOWED.test(phrase) || TEXTS.has(phrase))
    .map((phrase) => LEFT_OUT.reduce((text, pattern) => text.replaceAll(pattern, ''), phrase))
}

async function submitInquiry(site: RunningSite): Promise<void> {
  const response = await fetch(`${site.url}/functions/v1/handle-contact-form`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: site.anonKey },
    body: JSON.stringify({
      name: 'Dana Whitfield',
      email: 'dana@whitfield.example',
      message: 'Could we move the call to Friday?',
    }),
  })
  expect(response.status).toBe(200)
}

test(
  'a screen reader says once that signing in succeeded, and each word of the toast once',
  anyWidth,
  async ({ page, site }) => {
    const account = await site.createAccount('sam@desk.example', 'manager')
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await startScreenReader(page)
    await page.getByLabel('Email').fill(account.email)
    await page.locator('[name=password]').fill(account.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await expect(dismiss).toBeVisible()
    // Pauses the timer of the toast.
    await dismiss.hover()
    const spoken = () => page.evaluate(() => window.virtual.spokenPhraseLog())
    const announcement = "polite: Welcome back! You've successfully signed in."
    const announced = async () => (await spoken()).filter((phrase) => phrase === announcement)
    await expect.poll(announced).toHaveLength(1)
    await page.evaluate(() => window.virtual.clearSpokenPhraseLog())
    await readTo(page, 'button, Dismiss')
    const read = await spoken()
    // The list behind the toast announces its count as soon as it is loaded.
    const toast = read.slice(read.lastIndexOf('status')).filter((phrase) => !/^polite: .*need/.test(phrase))
    expect(toast).toEqual([
      'status',
      'group',
      'Welcome back!',
      'paragraph',
      "You've successfully signed in.",
      'end of paragraph',
      'button, Dismiss',
    ])
    expect(read).not.toContain(announcement)
  },
)

test('a screen reader user finds a lead, reads it and replies', anyWidth, async ({ page }) => {
  const site = await startSite({ template: await migratedTemplate() })
  await submitInquiry(site)
  const account = await site.createAccount('marta@desk.example', 'manager')
  await signIn(page, account, `${site.url}/login`)
  await expect(page.getByRole('link', { name: /Dana Whitfield/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await startScreenReader(page)

  await test.step('the dashboard, to the lead in the list', async () => {
    await readTo(page, 'link, Dana Whitfield')
    expect(await listen(page)).toEqual([
      'link, Skip to content',
      'link, Tidewright , home',
      'heading, Admin Dashboard, level 1',
      'button, Find a command or a contact',
      'button, Public site',
      'button, Keyboard shortcuts',
      'combobox, Theme, system',
      'button, MA: your account, team and sign out',
      'button, Sign Out',
      'navigation, Dashboard',
      'tablist, Dashboard sections',
      'tab, CRM & Communications, selected',
      'tab, Blog, not selected',
      'tab, Notifications 1 unread, not selected',
      'tab, Payments, not selected',
      'list, Totals',
      'button, CRM Contacts, total 1, current item',
      'button, Blog Posts, published articles',
      'button, Notifications, unread 1',
      'button, Payments, this month $0',
      'region, People',
      'navigation, Lists',
      'link, Waiting 1, current page',
      'link, Today',
      'link, Contacts',
      'link, With a phone',
      'button, Everybody, pressed',
      'button, Mine, not pressed',
      'list, Needs reply, 1',
      'link, Dana Whitfield Inquiry: Could we move the call to Friday? no owner',
    ])
  })

  await test.step('the lead opens at the name, and is read to the reply', async () => {
    await page.evaluate(() => window.virtual.act())
    await expect(page.getByRole('heading', { name: 'Dana Whitfield' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible()
    await readTo(page, 'textbox, Subject, Your message to Tidewright')
    expect(await listen(page)).toEqual([
      'link, Dana Whitfield Inquiry: Could we move the call to Friday? no owner',
      'heading, Dana Whitfield, level 2',
      'button, Call',
      'button, Book a call',
      'button, More actions',
      'button, Remind me',
      'button, Mark as replied',
      'region, Timeline',
      'heading, Today, level 3',
      'Contact form',
      'Could we move the call to Friday?',
      'region, Reply',
      'tablist, Channel',
      'tab, Text closed, not selected',
      'tab, Email, selected',
      'tab, Note, not selected',
      'form, Email',
      'textbox, Subject, Your message to Tidewright',
    ])
  })

  await test.step('the reply is written and sent, and success is announced', async () => {
    await readTo(page, 'textbox, Message')
    await page.evaluate(() => window.virtual.type('Friday at noon works.'))
    await readTo(page, 'button, Send')
    await page.evaluate(() => window.virtual.act())
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    const announcements = ['polite: Success: Email sent successfully', 'polite: Nobody needs a reply.']
    await expect
      .poll(() => page.evaluate(() => window.virtual.spokenPhraseLog()))
      .toEqual(expect.arrayContaining(announcements))
    const heard = await listen(page)
    // The timeline announces the email when it arrives there, which may be later.
    expect(heard.filter((phrase) => !phrase.startsWith('polite:'))).toEqual([
      'button, Draft a reply',
      'textbox, Message',
      'button, Attach',
      'button, Send email',
    ])
  })
  await page.close()
  await site.stop()
})
