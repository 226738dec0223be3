import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { anyWidth, expect, expectAccessibleAtAnyWidth, openForm, signIn, test } from './support/journey.ts'

const file = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
const contents = async (download: Download) => readFile(await download.path(), 'utf8')

test(
  'contacts are imported from a file and exported, and the import is undone @both-databases',
  anyWidth,
  async ({ page, site, expectedProblems }) => {
    // The browser logs every rejected file to its console.
    expectedProblems.push('status of 400')
    const { project, testId } = test.info()
    const tag = `t${testId.slice(-5)}${project.name}`
    await signIn(
      page,
      await site.createAccount(`import-${tag}@desk.example`, 'manager'),
      '/login?list=contacts',
    )
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Import contacts' })
    const input = panel.locator('input[type=file]')

    await test.step('a file that cannot be read shows the reason', async () => {
      await input.setInputFiles(file('open.csv', 'Name,Email\n"Ana,ana@x.example\n'))
      await expect(panel.getByRole('alert')).toHaveText(
        'Row 2 opens a quotation mark (") that is never closed. Close it, or remove it, and try again.',
      )
    })

    await test.step('column mapping is guessed, editable, and previews the stored values', async () => {
      await input.setInputFiles(
        file(
          `${tag}.csv`,
          [
            'Who;E-mail;Mobile;Where;Status',
            `Ana ${tag};ana@${tag}.example;910 762 0142;Cruz & Co;Kunde`,
            `Bo ${tag};bo@@${tag};call me;;`,
            `Ana ${tag};ANA@${tag}.example;;;`,
            `Cy ${tag};cy@${tag}.example;;;Kunde`,
            ';;;;König',
          ].join('\n'),
        ),
      )
      await expect(panel.getByText('5 rows, 5 columns separated by semicolons, read as UTF-8.')).toBeVisible()
      await expect(panel.getByLabel('Email')).toHaveValue('1')
      await expect(panel.getByLabel('Email')).toHaveAccessibleDescription(`ana@${tag}.example`)
      await expect(panel.getByText('Columns that are not imported: Who, Where.')).toBeVisible()
      // The whole pane belongs to the import.
      await expect(page.getByRole('searchbox', { name: 'Search contacts', exact: true })).toBeHidden()
      await expect(panel.getByRole('button', { name: 'Check 5 rows' })).toBeDisabled()
      await panel.getByLabel('Full name').selectOption('Who')
      await panel.getByLabel('Company').selectOption('Where')
      const preview = panel.getByRole('region', { name: /^The first rows/ })
      await expect(
        preview.getByRole('row', { name: new RegExp(`Ana ${tag}.*\\(910\\) 762-0142.*Cruz & Co`) }),
      ).toBeVisible()
      await expect(preview).toContainText(
        `The email “bo@@${tag}” is not an email address. It was left empty, and is in the notes.`,
      )
      await expect(preview).toContainText('Stays out: Nothing in the row names or reaches anybody.')
      await expectAccessibleAtAnyWidth(page)
      await panel.getByRole('button', { name: 'Check 5 rows' }).click()
    })

    const reasons = panel.getByRole('region', { name: 'What is not as in the file' }).getByRole('listitem')
    const counts = panel.getByRole('list', { name: /^(Checked|Imported|Undone):/ }).getByRole('listitem')
    const left = 'It was left empty, and is in the notes.'
    const status = `The status is not one of lead, prospect, customer, inactive. ${left}`

    await test.step('the check counts the rows by reason, and each reason downloads its rows', async () => {
      await expect(reasons).toHaveText([
        `2 rows${status}Download`,
        '1 rowNot imported: Nothing in the row names or reaches anybody.Download',
        `1 rowThe email is not an email address. ${left}Download`,
        `1 rowThe phone is not a phone number. ${left}Download`,
      ])
      const saved = page.waitForEvent('download')
      await panel.getByRole('button', { name: `Download these 2 rows: ${status}` }).click()
      const report = await contents(await saved)
      expect(
        report
          .trim()
          .split('\r\n')
          .map((line) => line.slice(0, 2)),
      ).toEqual(['Ro', '2,', '5,'])
    })

    await test.step('an unknown value gets a meaning, and "Check again" applies it', async () => {
      const values = panel.getByRole('region', { name: 'Values we do not know' })
      const again = values.getByRole('button', { name: 'Check again' })
      await expect(again).toBeDisabled()
      await expect(values.getByLabel('Kunde')).toHaveAccessibleDescription('2 rows')
      await expect(values.getByLabel('König')).toHaveValue('')
      await values.getByLabel('Kunde').selectOption('Customer')
      await expectAccessibleAtAnyWidth(page)
      await again.click()
      await expect(reasons).toHaveCount(3)
      await expect(values.getByLabel('Kunde')).toHaveValue('customer')
    })

    await test.step('the preview shows the result before anything changes', async () => {
      await expect(counts).toHaveText([
        '3new contacts',
        '1row has a problem and stays out',
        '1row is about a person in an earlier row, and stays out',
      ])
      const saved = page.waitForEvent('download')
      await panel.getByRole('button', { name: 'Download rows not imported' }).click()
      const report = await contents(await saved)
      expect(report).toContain('4,The same person as row 2.,')
      expect(report).toContain('6,"Nothing in the row names or reaches anybody. ')
      await page.reload()
      const start = panel.getByRole('button', { name: 'Import 3 contacts' })
      const pressed = await start.evaluate((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return { x: left + width / 2, y: top + height / 2 }
      })
      await start.click()
      await expect(panel.getByText('contacts were created')).toBeVisible()
      // A second click in the same place must not undo anything.
      await expect(panel.getByRole('button', { name: 'Undo this import' })).toBeVisible()
      const there = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.textContent, pressed)
      expect(there).not.toBe('Undo this import')
      await expectAccessibleAtAnyWidth(page)
    })

    await test.step('the list shows the imported contacts, and the filtered list can be exported', async () => {
      await page.getByPlaceholder(/^Search name/).fill(tag)
      await expect(page.getByText(/^Showing 3 of [\d,]+ contacts$/)).toBeVisible()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const download = await saved
      expect(download.suggestedFilename()).toMatch(/^contacts-\d{4}-\d\d-\d\d\.csv$/)
      const exported = await contents(download)
      expect(exported.startsWith('\uFEFFFirst name,Last name,Email,Phone')).toBe(true)
      expect(exported.trim().split('\r\n')).toHaveLength(4)
      await expect(
        page.getByRole('status').filter({ hasText: 'Contacts exported successfully' }),
      ).toBeVisible()
    })

    await test.step('undo keeps the changed contact and names it', async () => {
      await page.getByRole('link', { name: `Cy ${tag}`, exact: true }).click()
      await openForm(page)
      await page.getByLabel('Company').last().fill('Changed & Sons')
      await page.getByRole('button', { name: 'Update contact' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Contact updated successfully' })).toBeVisible()
      await page.getByRole('button', { name: 'Back to the list' }).click()
      await panel.getByRole('button', { name: 'Undo this import' }).click()
      await page.getByRole('button', { name: 'Undo import', exact: true }).click()
      await expect(counts).toHaveText([
        '2contacts were removed again',
        `1contact was left as it is, because it has changed since: Cy ${tag}`,
        /^1row /,
        /^1row /,
      ])
      await expect(reasons).toHaveCount(3)
      await expect(page.getByText(/^Showing 1 of [\d,]+ contacts$/)).toBeVisible()
      await panel.getByRole('button', { name: 'Another file' }).click()
      await expect(panel.getByRole('listitem').filter({ hasText: `${tag}.csv` })).toContainText(
        '5 rows, undone',
      )
      await expectAccessibleAtAnyWidth(page)
    })
  },
)

test('a checked file is discarded without an error', anyWidth, async ({ page, site }) => {
  const account = await site.createAccount(`discard-${test.info().testId.slice(-5)}@desk.example`, 'manager')
  await signIn(page, account, '/login?list=contacts')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Import contacts' })
  await panel
    .locator('input[type=file]')
    .setInputFiles(file('one.csv', 'Name,Email\nAna,ana@discard.example\n'))
  await panel.getByRole('button', { name: 'Check 1 row' }).click()
  await expect(panel.getByRole('button', { name: 'Import 1 contact' })).toBeVisible()
  // Nothing stays out and nothing was changed.
  await expect(panel.getByRole('button', { name: /^Download/ })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Discard this file' }).click()
  await expect(panel.getByText('Choose a CSV file')).toBeVisible()
  await page.waitForLoadState('networkidle')
})
