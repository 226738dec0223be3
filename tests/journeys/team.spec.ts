import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { z } from 'zod'
import {
  anyWidth,
  chooseInAccountMenu,
  expect,
  expectAccessible,
  expectAccessibleAtAnyWidth,
  expectAccessibleInBothSchemes,
  openAccountMenu,
  signIn,
  test,
} from './support/journey.ts'
import { findLeadMailPage, linkMailedTo } from './support/mails.ts'
import type { Account, RunningSite } from './support/running-site.ts'

const teamList = z.object({ members: z.array(z.object({ email: z.string(), role: z.string() })) })

/** A new account: projects share a server, but not accounts. */
function member(site: RunningSite, name: string, role: 'manager' | 'admin'): Promise<Account> {
  return site.createAccount(own(name), role)
}

function own(name: string): string {
  return `${name}-${test.info().project.name}@team.example`
}

async function enter(page: Page, account: Account, view?: string): Promise<void> {
  await signIn(page, account)
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  if (view) await chooseInAccountMenu(page, view)
}

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const person = (page: Page, email: string) =>
  page.getByRole('region', { name: 'People' }).getByRole('listitem').filter({ hasText: email })

test(
  'an invited person sets a password and signs in, and the audit log shows it @both-databases',
  anyWidth,
  async ({ page, anotherPage, site, expectedProblems }) => {
    expectedProblems.push('status of 409')
    await enter(page, await member(site, 'ada', 'admin'), 'Team')
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    const email = own('nia')
    await page.getByLabel('Email').fill(own('ada'))
    await page.getByLabel('First name').fill('Nia')
    await page.getByLabel('Last name').fill('Bell')
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      `There is an account with the address ${own('ada')} already.`,
    )
    await expect(page.getByLabel('First name')).toHaveValue('Nia')
    await page.getByLabel('Email').fill(email)
    const system = page.getByRole('region', { name: 'System', exact: true })
    await expect(system.getByRole('listitem').filter({ hasText: 'Telephone' })).toContainText('Simulated')
    await expect(system).toContainText('Last proven backup')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(status(page, 'Invitation sent')).toContainText(`${email} has 7 days to accept it.`)
    await expect(person(page, email)).toContainText('Invited')

    const nia = await anotherPage()
    await nia.goto(await linkMailedTo(site, email, 'invite'))
    await nia.getByRole('button', { name: 'Accept invitation' }).click()
    await nia.locator('[name=password]').fill('the secret of nia')
    await nia.getByRole('button', { name: 'Save password' }).click()
    await expect(nia.getByText('Welcome back, Nia Bell')).toBeVisible()
    await openAccountMenu(nia)
    await expect(nia.getByRole('menuitem', { name: 'Your account' })).toBeVisible()
    await expect(nia.getByRole('menuitem', { name: 'Team' })).toBeHidden()
    await nia.goto('/login?view=team')
    await expect(nia.getByText('You need admin privileges to access this page.')).toBeVisible()

    await page.reload()
    await person(page, email).getByRole('button', { name: 'Manage Nia Bell' }).click()
    await expect(person(page, email)).toContainText(/on (Linux|Android)/)
    await page.getByLabel('Person').selectOption({ label: 'Nia Bell' })
    await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()).toContainText(
      /Nia Bell accepted the invitation from .* with /,
    )
    await page.getByLabel('Person').selectOption({ label: 'Everybody' })
    await page.getByLabel('About').selectOption({ label: 'Accounts and roles' })
    await expect(
      page
        .getByRole('region', { name: 'Activity' })
        .getByRole('listitem')
        .filter({ hasText: 'invited Nia Bell' }),
    ).toBeVisible()
    await expect(page).toHaveURL(/what=accounts/)

    await person(page, email)
      .getByRole('button', { name: /^Sign out everywhere/ })
      .click()
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
    await expect(status(page, 'Nia Bell: signed out on every device')).toBeVisible()
    expectedProblems.push('status of 401', 'status of 403')
    await nia.getByRole('link', { name: 'Back to the dashboard' }).click()
    await expect(nia.getByText('Your session has ended')).toBeVisible()
  },
)

test(
  'losing a role closes the dashboard at the next action; accounts can be disabled and enabled',
  anyWidth,
  async ({ page, anotherPage, site, expectedProblems }) => {
    expectedProblems.push('status of 400', 'status of 401', 'status of 403')
    await enter(page, await member(site, 'boss', 'admin'), 'Team')
    const account = await member(site, 'mia', 'manager')
    const mia = await anotherPage()
    await enter(mia, account)
    await page.reload()
    const role = page.getByLabel(`Role of ${account.email}`)
    await role.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('alertdialog', { name: `Make ${account.email} an admin?` })).toContainText(
      'Admin: Everything a manager may, and the blog and the team.',
    )
    await page.keyboard.press('Escape')
    await expect(role).toHaveValue('manager')
    await role.selectOption('client')
    await page.getByRole('button', { name: 'Change role' }).click()
    await expect(status(page, `${account.email} is client now`)).toBeVisible()
    await mia.getByRole('tab', { name: /^Notifications/ }).click()
    await expect(mia.getByText("You don't have permission to access this area.")).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel(`Role of ${account.email}`)).toHaveValue('manager')

    await person(page, account.email)
      .getByRole('button', { name: /^Manage/ })
      .click()
    await person(page, account.email)
      .getByRole('button', { name: /^Disable account/ })
      .click()
    await expect(page.getByText(`Disable the account of ${account.email}?`)).toBeVisible()
    await page.getByRole('button', { name: 'Disable account', exact: true }).click()
    await expect(person(page, account.email)).toContainText('Disabled')
    await mia.reload()
    await expect(mia.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
    await signIn(mia, account)
    await expect(mia.getByRole('alert')).toContainText('Sign In Error')
    await person(page, account.email)
      .getByRole('button', { name: /^Enable account/ })
      .click()
    await expect(person(page, account.email)).toContainText('Password only')
    await enter(mia, account)
  },
)

test(
  'the last admin cannot be demoted and sees the reason',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    expectedProblems.push('status of 409')
    const demoted = await demoteOtherAdmins(site)
    await enter(page, site.admin, 'Team')
    const role = page.getByLabel(`Role of ${site.admin.email}`)
    await role.selectOption('manager')
    await expect(page.getByText('Give up your own admin role?')).toBeVisible()
    await page.getByRole('button', { name: 'Give it up' }).click()
    await expect(page.getByRole('alert')).toHaveText('Error: The last admin cannot be demoted or removed.')
    await expect(role).toHaveValue('admin')
    await person(page, site.admin.email)
      .getByRole('button', { name: /^Manage/ })
      .click()
    await person(page, site.admin.email)
      .getByRole('button', { name: /^Disable account/ })
      .click()
    await page.getByRole('button', { name: 'Disable account', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Error: The last admin cannot be disabled.')
    for (const email of demoted) await site.manageTeam({ action: 'change-role', email, role: 'admin' })
  },
)

/** Journeys of one worker share a server and its admins. */
async function demoteOtherAdmins(site: RunningSite): Promise<string[]> {
  const { members } = teamList.parse(await site.manageTeam({ action: 'list' }))
  const others = members.filter(({ email, role }) => role === 'admin' && email !== site.admin.email)
  for (const { email } of others) await site.manageTeam({ action: 'change-role', email, role: 'manager' })
  return others.map(({ email }) => email)
}

test(
  'two-step sign-in can be set up, used, recovered by a recovery code and removed',
  anyWidth,
  async ({ page, anotherPage, site, expectedProblems }) => {
    expectedProblems.push('status of 422', 'status of 401', 'status of 403')
    const account = await member(site, 'fin', 'manager')
    const other = await anotherPage()
    await enter(other, account)
    await enter(page, account, 'Your account')
    await expect(page.getByRole('region', { name: 'Signed in on' }).getByRole('listitem')).toHaveCount(2)
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByRole('img', { name: 'QR code for the app' })).toBeVisible()
    await expect
      .poll(() =>
        page
          .getByRole('img', { name: 'QR code for the app' })
          .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
      )
      .toBe(true)
    const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).innerText()).replaceAll(' ', '')
    await page.getByLabel('Six-digit code').fill('000000')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await expect(page.getByText('This code is not right.', { exact: false })).toBeVisible()
    await page.getByLabel('Six-digit code').fill(new TOTP({ secret }).generate())
    await page.getByRole('button', { name: 'Switch on' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const [first = ''] = await codes.allInnerTexts()
    await expectAccessibleAtAnyWidth(page)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Signed in on' }).getByRole('listitem')).toHaveCount(1)
    await other.reload()
    await expect(other.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()

    await signIn(other, account)
    await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await expectAccessible(other)
    await other.goto('/login?tab=notifications')
    await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await other.getByLabel('Recovery code').fill('not a code of mine')
    await other.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(other.getByText('This recovery code is not right, or was used already.')).toBeVisible()
    await other.getByLabel('Recovery code').fill(first.toUpperCase())
    await other.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(other.getByRole('tab', { name: /^Notifications/, selected: true })).toBeVisible()
    await chooseInAccountMenu(other, 'Your account')
    await expect(other.getByText('9 recovery codes are left.')).toBeVisible()
    await other.getByRole('button', { name: 'Switch off' }).click()
    await other.getByRole('button', { name: 'Switch off' }).last().click()
    await expect(status(other, 'Two-step sign-in is off')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Set up' })).toBeVisible()
  },
)

test(
  'users change their own name, password and devices, and lose no input',
  anyWidth,
  async ({ page, anotherPage, site, expectedProblems }) => {
    expectedProblems.push(
      'status of 400',
      'status of 401',
      'status of 403',
      'status of 422',
      'net::ERR_FAILED',
    )
    const account = await member(site, 'gil', 'manager')
    const other = await anotherPage()
    await enter(other, account)
    await enter(page, account, 'Your account')
    await expectAccessibleAtAnyWidth(page)
    await page.getByLabel('First name').fill('Gil')
    await page.getByLabel('Last name').fill('Ames')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('Welcome back, Gil Ames')).toBeVisible()

    await chooseLeadMail(page, site, account)

    await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
    await expect(page.getByRole('region', { name: 'Signed in on' }).getByRole('listitem')).toHaveCount(1)
    await other.reload()
    await expect(other.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
    await enter(other, account)

    await page.locator('[name=current]').fill('not my password')
    await page.locator('[name=password]').fill('another secret of gil')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This is not your current password.')).toBeVisible()
    await expect(page.locator('[name=password]')).toHaveValue('another secret of gil')
    await page.locator('[name=current]').fill(account.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(status(page, 'Password changed')).toContainText('Every other device was signed out.')
    await other.reload()
    await expect(other.getByRole('heading', { name: 'Admin Portal - Sign In' })).toBeVisible()
    await signIn(other, { ...account, password: 'another secret of gil' })
    await expect(other.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

    await page.getByLabel('New email address').fill(own('gil-new'))
    await page.getByRole('button', { name: 'Send the links' }).click()
    await expect(
      page.getByText(`Links are on their way to ${account.email} and ${own('gil-new')}.`),
    ).toBeVisible()
    await page.goto(await linkMailedTo(site, account.email, 'email_change'))
    await page.getByRole('button', { name: 'Confirm change' }).click()
    await expect(page.getByText('Now please open the link sent to the other address, too.')).toBeVisible()
    await page.goto(await linkMailedTo(site, own('gil-new'), 'email_change'))
    await page.getByRole('button', { name: 'Confirm change' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await page.goto('/login?view=account')
    await expect(page.getByText(`You sign in as ${own('gil-new')}`)).toBeVisible()
  },
)

/** Lead mails are enabled on the account page and disabled by the link in a mail, without signing in. */
async function chooseLeadMail(page: Page, site: RunningSite, { email }: Account): Promise<void> {
  const choice = page.getByLabel('New lead by email')
  await expect(choice).toHaveValue('none')
  await page.route('**/rest/v1/notification_choices?*', (route) => route.abort(), { times: 1 })
  await choice.selectOption('For each lead')
  await expect(page.getByRole('alert')).toHaveText(/The server cannot be reached/)
  await expect(choice).toHaveValue('none')
  // Arrow keys change the selection step by step: the last one must win, even if the first request is slow.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/notification_choices?*', async (route) => {
    if (route.request().postData()?.includes('daily')) await held
    await route.fallback()
  })
  const last = page.waitForResponse((answer) => answer.request().postData()?.includes('each') ?? false)
  await choice.selectOption('Every morning at 8')
  await choice.selectOption('For each lead')
  await expect(choice).toHaveValue('each')
  release()
  await last
  await expect(status(page, 'Your choice was saved')).toBeVisible()
  const lead = { name: 'Lea Mailer', email: own('lead'), message: 'Please write back.' }
  const sent = await page.request.post('/functions/v1/handle-contact-form', {
    headers: { apikey: site.anonKey },
    data: lead,
  })
  expect(sent.status()).toBe(200)
  await page.goto(await findLeadMailPage(site, email))
  await expect(page.getByText(`${email} gets a mail for each new lead.`)).toBeVisible()
  await expectAccessibleAtAnyWidth(page)
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByText(`Done: ${email} gets no mail about new leads.`)).toBeVisible()
  await page.goto('/login?view=account')
  await expect(choice).toHaveValue('none')
}
