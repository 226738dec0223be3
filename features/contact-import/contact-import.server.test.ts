import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { purgeOldImports, recoverImports } from './import-run.server.ts'
import { importLimits, importRow } from './contact-import.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { createTransferWorld, type TransferWorld } from './contact-import.fixture.ts'

const HEADER =
  'First name,Last name,Email,Phone,Company,Consent to texts,Consent given on,Consent wording or source'
const SEED = 20_261_121

function manyRows(domain: string): string {
  return `Name,Email\n${Array.from({ length: 450 }, (_, n) => `Person ${n},p${n}@${domain}`).join('\n')}`
}

describeBothDatabases('contact import', (open) => {
  let world: TransferWorld
  beforeAll(async () => {
    world = await createTransferWorld(await open())
  })

  const contacts = (emails: string) =>
    world.rows(
      `select first_name, last_name, email, phone, phone_e164, company, status, text_consent
       from public.crm_contacts where email like $1 order by email`,
      emails,
    )
  const listUnread = () =>
    world.rows(`select notes from public.crm_contacts where last_name = 'Unread' order by created_at, notes`)
  /** Deletes contacts permanently, also from the recycle bin. */
  const forget = async (emails: string) => {
    await world.rows('delete from public.crm_contacts where email like $1', emails)
    await world.rows(`delete from public.deleted_contacts where contact ->> 'email' like $1`, emails)
  }
  const report = async (id: string, rows = '') =>
    parse<Record<string, string>>(await (await world.call(`import-report?id=${id}&rows=${rows}`)).text(), {
      bom: true,
      columns: true,
      relax_column_count: true,
    })

  test('an import creates contacts and audit entries of the importing manager', async () => {
    const done = await world.importFile(
      `${HEADER}\r\nAna,Cruz,ana@one.example,910.762.0142,"Cruz, Sons & Co",,,\r\nBo,,bo@one.example,,,,,\r\n`,
    )
    expect(done).toMatchObject({
      state: 'imported',
      summary: { created: 2 },
      problem: null,
      row_count: 2,
    })
    expect(await contacts('%@one.example')).toMatchObject([
      { first_name: 'Ana', phone: '(910) 762-0142', phone_e164: '+19107620142', company: 'Cruz, Sons & Co' },
      { first_name: 'Bo', last_name: '', phone: null, status: 'lead', text_consent: false },
    ])
    const [change] = await world.rows(
      `select actor from public.audit_log where changes -> 'email' ->> 'new' = 'bo@one.example'`,
    )
    expect(change?.['actor']).toBe('00000000-0000-4000-8000-000000000004')
  })

  test.each([
    [
      'UTF-8 with a byte order mark and semicolons',
      Buffer.from('\uFEFFName;Email\nJosé Ruiz;bom@enc.example'),
      'utf-8',
    ],
    ['UTF-16 and tabs', Buffer.from('\uFEFFName\tEmail\nJosé Ruiz\tu16@enc.example', 'utf16le'), 'utf-16le'],
    [
      'UTF-16, big end first',
      Buffer.from('\uFEFFName,Email\nJosé Ruiz,be@enc.example', 'utf16le').swap16(),
      'utf-16be',
    ],
    ['Windows-1252', Buffer.from('Name,Email\nJosé Ruiz,win@enc.example', 'latin1'), 'windows-1252'],
  ])('an import file is decoded from %s', async (_, bytes, encoding) => {
    const { id } = await (await world.upload(bytes)).json()
    const read = await world.until(id, 'read')
    expect(read).toMatchObject({
      encoding,
      columns: ['Name', 'Email'],
      settings: { mapping: { full_name: 0, email: 1 } },
    })
    const preview = await (await world.act({ action: 'preview', id, mapping: read.settings.mapping })).json()
    expect(preview.rows).toMatchObject([
      { row_number: 2, fields: { first_name: 'José', last_name: 'Ruiz' }, problems: [] },
    ])
    expect(preview.samples).toEqual(['José Ruiz', expect.stringMatching(/@enc\.example$/)])
  })

  test.each([
    ['an empty file', '', 'The file is empty.'],
    [
      'column names alone',
      'Name,Email\n',
      'The file has the names of the columns and no contacts below them.',
    ],
    [
      'no column names',
      'Ana,ana@two.example\n',
      'The first row holds a contact. Put a row with the names of the columns above it, such as First name, Email.',
    ],
    [
      'an open quotation mark',
      'Name,Email\nAna,a@b.example\n"Bo,b@b.example\n',
      'Row 3 opens a quotation mark (") that is never closed. Close it, or remove it, and try again.',
    ],
    [
      'a line of ten megabytes',
      `Name,Email\nAna,${'x'.repeat(10_000_000)}\n`,
      'Row 2 is longer than 200,000 characters. Often a quotation mark (") before it is never closed.',
    ],
    [
      'three hundred columns',
      `${'a,'.repeat(299)}a\n${'1,'.repeat(299)}1\n`,
      'The file has 300 columns; up to 250 can be read.',
    ],
    [
      'a workbook',
      Buffer.from('504b030414000600', 'hex'),
      'This is an Excel workbook or a zip file. Save it as CSV (comma separated) and try again.',
    ],
    [
      'a program',
      readFileSync(process.execPath).subarray(0, 50_000),
      'This does not look like a text file. Save it as CSV (comma separated) and try again.',
    ],
  ])('upload-contacts rejects %s with a message and stores nothing', async (_, content, error) => {
    const [before] = await world.rows('select count(*) from public.contact_imports')
    const response = await world.upload(content)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error })
    expect(await world.rows('select count(*) from public.contact_imports')).toEqual([before])
  })

  test('upload-contacts answers 413 for a file beyond the size limit', async () => {
    const response = await world.upload(Buffer.alloc(importLimits.bytes + 1, 'a'))
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({
      error: 'The file is larger than 20 MB.',
    })
  })

  test('an import leaves out only rows without a person or with the wrong number of cells', async () => {
    const extra = Array.from({ length: 96 }, (_, index) => `,Extra ${index}`).join('')
    const empty = ','.repeat(96)
    const done = await world.importFile(
      [
        `First name,Email,Phone,Status${extra}`,
        `Fine,fine@three.example,,${empty}`,
        `,,call me,hot${empty}`,
        `"=HYPERLINK(""http://evil.example"")",formula@three.example,,${empty}`,
        `Nul\0,nul@three.example,,${empty}`,
        'Short,short@three.example',
        `Long,long@three.example,,${empty},x`,
      ].join('\n'),
    )
    expect(done.summary).toEqual({ created: 3, invalid: 3 })
    expect((await contacts('%@three.example')).map((contact) => contact['first_name'])).toEqual([
      'Fine',
      '=HYPERLINK("http://evil.example")',
      'Nul\uFFFD',
    ])
    expect((await report(done.id)).map((line) => [line['Row'], line['Problem']])).toEqual([
      [
        '3',
        'Nothing in the row names or reaches anybody. The phone “call me” is not a phone number. ' +
          'The status “hot” is not one of lead, prospect, customer, inactive.',
      ],
      ['6', 'The row has fewer cells than there are columns.'],
      ['7', 'The row has more cells than there are columns. Is a quotation mark (") missing?'],
    ])
    expect((await report(done.id, 'warnings')).map((line) => [line['Row'], line['Problem']])).toEqual([
      ['5', 'The first name has a character that cannot be read.'],
    ])
  })

  test('an import keeps texts beyond their limit in the notes, and cuts only the notes', async () => {
    const [company, service, email] = ['c'.repeat(201), '😀'.repeat(101), `${'e'.repeat(320)}@x.example`]
    const done = await world.importFile(
      [
        'First name,Email,Company,Service,Notes',
        `Long,long@limits.example,${company},${service},"a\nb"`,
        `${'n'.repeat(250)},,,,`,
        `Far,${email},,,`,
        `Full,full@limits.example,${company},,${'x'.repeat(10_000)}${'😀'.repeat(45_000)}`,
      ].join('\n'),
    )
    expect(done.summary).toEqual({ created: 4 })
    const stored = await world.rows(
      `select first_name, email, company, service_request, notes from public.crm_contacts
       where email like '%@limits.example' or first_name in ('Far', $1) order by first_name`,
      'n'.repeat(200),
    )
    expect(stored.map(({ first_name: name, email: address }) => [name, address])).toEqual([
      ['Far', null],
      ['Full', 'full@limits.example'],
      ['Long', 'long@limits.example'],
      ['n'.repeat(200), null],
    ])
    const [far, full, long, name] = stored.map(({ notes }) => String(notes))
    expect(far).toBe(`Email in the file: ${email}`)
    expect(long).toBe(`a\nb\nCompany in the file: ${company}\nService request in the file: ${service}`)
    expect(name).toBe(`First name in the file: ${'n'.repeat(250)}`)
    expect(full?.endsWith(`😀\nCompany in the file: ${company}`)).toBe(true)
    expect(full?.length).toBeGreaterThan(99_990)
    const tally = await (await world.act({ action: 'reasons', id: done.id })).json()
    expect(tally.reasons).toContainEqual({
      reason: 'The notes are longer than 100,000 characters. They were cut.',
      rows: 1,
      staysOut: false,
    })
    await world.rows(`delete from public.crm_contacts where first_name in ('Far', $1)`, 'n'.repeat(200))
  })

  test('a missing first name is taken from the company, the email or the phone', async () => {
    const done = await world.importFile(
      [
        'First name,Last name,Company,Email,Phone',
        ',,Acme,acme@nameless.example,910 762 0301',
        ',,,solo@nameless.example,910 762 0302',
        ',,,,910 762 0303',
        ',Cruz,Acme,cruz@nameless.example,',
        ',,,bad@@nameless.example,n/a',
        ',,,,762-0142',
        ',,,n/a,n/a',
      ].join('\n'),
    )
    expect(done.summary).toEqual({ created: 6, invalid: 1 })
    const names = await world.rows(
      `select first_name from public.contact_import_rows as row
       join public.crm_contacts as contact on contact.id = row.contact_id where import_id = $1 order by row_number`,
      done.id,
    )
    expect(names.map((row) => row['first_name'])).toEqual([
      'Acme',
      'solo@nameless.example',
      '(910) 762-0303',
      'Cruz',
      'bad@@nameless.example',
      '762-0142',
    ])
    expect((await report(done.id, 'warnings')).map((line) => line['Problem'])).toEqual([
      'The first name is missing. The company is used instead.',
      'The first name is missing. The email is used instead.',
      'The first name is missing. The phone is used instead.',
      expect.stringMatching(
        /^The email “bad@@nameless.example” is not .* The first name is missing\. The email is/,
      ),
      expect.stringMatching(/^The phone “762-0142” is not .* The first name is missing\. The phone is used/),
    ])
  })

  test('the reasons action counts rows per reason, regardless of their cell values, and the report lists them', async () => {
    const file = [
      'First name,Email,Phone',
      'Fine,fine@tally.example,',
      ',a@tally.example,',
      'One,one@@tally.example,',
      'Two,"“two”@@tally.example",',
      ',,call me',
      ',,',
      'Three,three@tally.example,n/a',
      'Three,three@tally.example,n/a',
    ].join('\n')
    const email = 'The email is not an email address. It was left empty, and is in the notes.'
    const expected = [
      { reason: email, rows: 2, staysOut: false },
      { reason: 'Nothing in the row names or reaches anybody.', rows: 1, staysOut: true },
      { reason: 'The first name is missing. The email is used instead.', rows: 1, staysOut: false },
      {
        reason: 'The phone is not a phone number. It was left empty, and is in the notes.',
        rows: 1,
        staysOut: false,
      },
    ]
    const reasons = async (id: string) => (await (await world.act({ action: 'reasons', id })).json()).reasons
    const id = await ready(file)
    expect(await reasons(id)).toEqual(expected)
    await world.act({ action: 'start', id })
    await world.until(id, 'imported')
    expect(await reasons(id)).toEqual(expected)
    const rows = async (reason: string) =>
      (await report(id, `&reason=${encodeURIComponent(reason)}`)).map((line) => [line['Row'], line['Email']])
    expect(await rows(email)).toEqual([
      ['4', 'one@@tally.example'],
      ['5', '“two”@@tally.example'],
    ])
    expect(await rows(expected[1]?.reason ?? '')).toEqual([['6', '']])
    expect(await rows(`' or true --`)).toEqual([])
    expect((await world.act({ action: 'reasons', id }, 'client')).status).toBe(403)
  })

  test('the values action lists unknown values with their rows, and the settings give them a meaning', async () => {
    const rest = Array.from({ length: 250 }, (_, n) => `P${n},p${n}@values.example,,Wert ${n},`)
    const file = [
      'First name,Email,Phone type,Status,Consent to texts,Phone,Consent date,Consent source',
      'A,a@values.example,Handy,Kunde,ja,910 762 0311,2025-03-04,Form',
      'B,b@values.example,handy , kunde ,nein,910 762 0312,2025-03-04,Form',
      'C,c@values.example,cell,customer,yes,910 762 0313,2025-03-04,Form',
      'D,d@values.example,,constructor,,,,',
      ...rest.map((line) => `${line},,,`),
    ].join('\n')
    const { id } = await (await world.upload(file)).json()
    const { settings } = await world.until(id, 'read')
    const listed = await (await world.act({ action: 'values', id, mapping: settings.mapping })).json()
    expect(listed.phone_type).toEqual({ values: [{ value: 'Handy', rows: 2 }], total: 1 })
    expect(listed.text_consent).toEqual({
      values: [
        { value: 'ja', rows: 1 },
        { value: 'nein', rows: 1 },
      ],
      total: 2,
    })
    expect(listed.status.total).toBe(252)
    expect(listed.status.values).toHaveLength(200)
    expect(listed.status.values[0]).toEqual({ value: 'kunde', rows: 2 })
    const values = {
      status: { kunde: 'customer' },
      phone_type: { handy: 'mobile' },
      text_consent: { ja: 'yes', nein: 'no' },
    }
    const invalid = { ...settings, values: { status: { kunde: 'king' } } }
    expect((await world.act({ action: 'check', id, settings: invalid })).status).toBe(400)
    const preview = await world.act({ action: 'preview', id, mapping: settings.mapping, values })
    expect((await preview.json()).rows[0]).toMatchObject({ fields: { status: 'customer' }, notes: [] })
    await world.act({ action: 'check', id, settings })
    await world.until(id, 'checked')
    await world.act({ action: 'check', id, settings: { ...settings, values } })
    expect((await world.until(id, 'checked')).settings.values).toEqual(values)
    await world.act({ action: 'start', id })
    await world.until(id, 'imported')
    const stored = await world.rows(
      `select status, phone_type, text_consent, notes from public.crm_contacts
       where email ~ '^[abcd]@values.example' order by email`,
    )
    expect(stored).toEqual([
      { status: 'customer', phone_type: 'mobile', text_consent: true, notes: null },
      { status: 'customer', phone_type: 'mobile', text_consent: false, notes: null },
      { status: 'customer', phone_type: 'mobile', text_consent: true, notes: null },
      {
        status: 'lead',
        phone_type: 'mobile',
        text_consent: false,
        notes: 'Status in the file: constructor',
      },
    ])
    expect((await world.act({ action: 'values', id, mapping: {} }, 'client')).status).toBe(403)
  })

  test.each([
    ['Name,Wohin,Notes', 'Ana,ana@col.example,x@y.example', 1],
    ['Name,A,B', 'Ana,ana@@col.example,at home', undefined],
  ])(
    'upload-contacts maps the email in the columns %s to the one full of addresses',
    async (columns, row, column) => {
      const sent = await world.upload([columns, row, row].join('\n'))
      const { id } = await sent.json()
      expect((await world.until(id, 'read')).settings.mapping.email).toBe(column)
    },
  )

  test.each([
    ['Name,Mail,Wohin,Nummer', 'Ana,ana@col.example,11/21/2026,910.762.0142', 3],
    ['Name,Mail,Seit,Kunde Nr', 'Ana,ana@col.example,2026-11-21,1234567890', undefined],
    ['Name,Mail,Phone,Fax', 'Ana,ana@col.example,call me,910.762.0142', 2],
  ])(
    'upload-contacts maps the phone in the columns %s to the one full of numbers',
    async (columns, row, column) => {
      const { id } = await (await world.upload([columns, row, row].join('\n'))).json()
      expect((await world.until(id, 'read')).settings.mapping.phone).toBe(column)
    },
  )

  test('an invalid email, phone or status stays empty, is kept in the notes and reported as a warning', async () => {
    const done = await world.importFile(
      [
        'First name,E-Mail Adresse,Phone,Status,Notes',
        'Odd,odd@oddcells.example,call me,Kunde,"First line\nsecond line"',
        'Oddmail,odd at oddcells.example,910 762 0321,,',
      ].join('\n'),
    )
    expect(done.summary).toEqual({ created: 2 })
    const stored = await world.rows(
      `select email, phone_e164, status, notes from public.crm_contacts
       where first_name in ('Odd', 'Oddmail') order by first_name`,
    )
    expect(stored).toEqual([
      {
        email: 'odd@oddcells.example',
        phone_e164: null,
        status: 'lead',
        notes: 'First line\nsecond line\nPhone in the file: call me\nStatus in the file: Kunde',
      },
      {
        email: null,
        phone_e164: '+19107620321',
        status: 'lead',
        notes: 'Email in the file: odd at oddcells.example',
      },
    ])
    expect(await (await world.call(`import-report?id=${done.id}&rows=warnings`)).text()).toContain(
      '"First line\nsecond line"',
    )
    expect(await report(done.id, 'warnings')).toMatchObject([
      {
        Row: '2',
        Problem:
          'The phone “call me” is not a phone number. It was left empty, and is in the notes. ' +
          'The status “Kunde” is not one of lead, prospect, customer, inactive. It was left empty, and is in the notes.',
      },
      {
        Row: '3',
        Problem:
          'The email “odd at oddcells.example” is not an email address. It was left empty, and is in the notes.',
      },
    ])
  })

  describe('people with an unreadable email or phone', () => {
    const FILE = [
      'First name,Last name,Email,Phone',
      'Mara,Unread,mara@@one.example,',
      'Mara,Unread,mara@@two.example,',
      'Mara,Unread,MARA@@one.example,',
      'Mara,Unread,,762-0142',
    ].join('\n')
    test('are imported once each, and matched when the file is imported again', async () => {
      const done = await world.importFile(FILE)
      expect(done.summary).toEqual({ created: 3, repeated: 1 })
      expect(await listUnread()).toEqual([
        { notes: 'Email in the file: mara@@one.example' },
        { notes: 'Email in the file: mara@@two.example' },
        { notes: 'Phone in the file: 762-0142' },
      ])
      expect((await world.importFile(FILE)).summary).toEqual({ skipped: 3, repeated: 1 })
    })

    test('are matched after staff corrected the email', async () => {
      await world.rows(
        `update public.crm_contacts set email = 'mara@unread.example' where last_name = 'Unread' and notes like '%one%'`,
      )
      expect((await world.importFile(FILE)).summary).toEqual({ skipped: 3, repeated: 1 })
    })

    test('stay deleted when the file is imported again', async () => {
      await world.rows(`delete from public.crm_contacts where last_name = 'Unread'`)
      expect((await world.importFile(FILE)).summary).toEqual({ deleted: 3, repeated: 1 })
      await world.rows(`delete from public.deleted_contacts where contact ->> 'last_name' = 'Unread'`)
    })

    test('match a contact of the same name without other differences', async () => {
      await world.rows(`insert into public.crm_contacts (first_name, last_name) values ('Mara', 'Unread')`)
      const row = 'First name,Last name,Email\nMara,Unread,mara@@one.example'
      expect((await world.importFile(row)).summary).toEqual({ skipped: 1 })
      await world.rows(`update public.crm_contacts set notes = 'Talks a lot' where last_name = 'Unread'`)
      const filled = await world.importFile(`${row}\nMara,Unread,`, { duplicates: 'fill' })
      expect(filled.summary).toEqual({ skipped: 1, repeated: 1 })
      await world.rows(`delete from public.crm_contacts where last_name = 'Unread'`)
      await world.rows(`delete from public.deleted_contacts where contact ->> 'last_name' = 'Unread'`)
    })

    test('are reported when the notes of a known contact cannot keep the value', async () => {
      await world.rows(
        `insert into public.crm_contacts (first_name, email, notes) values ('Nia', 'nia@unread.example', 'Hers')`,
      )
      const file = 'First name,Email,Phone,Company\nNia,nia@unread.example,call me,Nia Ltd'
      const done = await world.importFile(file, { duplicates: 'fill' })
      expect(done.summary).toEqual({ filled: 1 })
      expect((await report(done.id, 'warnings'))[0]?.['Problem']).toMatch(
        /The contact has notes already\. What was left empty was not added to them\.$/,
      )
    })
  })

  test('a contact without email and phone is matched by name when its export is imported', async () => {
    await world.rows(
      `insert into public.crm_contacts (first_name, last_name, notes) values ('Bare', 'Nameonly', E'one\\ntwo')`,
    )
    const exported = await (await world.call('export-contacts?q=Nameonly')).text()
    expect((await world.importFile(exported)).summary).toEqual({ skipped: 1 })
    await world.rows(`delete from public.crm_contacts where last_name = 'Nameonly'`)
    expect((await world.importFile(exported)).summary).toEqual({ created: 1 })
    expect(await world.rows(`select notes from public.crm_contacts where last_name = 'Nameonly'`)).toEqual([
      { notes: 'one\ntwo' },
    ])
  })

  describe('known people', () => {
    test('an import skips known contacts or fills only their empty fields', async () => {
      await world.rows(
        `insert into public.crm_contacts (first_name, email, phone, company)
         values ('Kim', 'kim@four.example', '(910) 762-0150', '')`,
      )
      const file = `${HEADER}\nKimberly,Lee,KIM@four.example,(910) 762-0151,Lee LLC,,,\n`
      expect((await world.importFile(file)).summary).toEqual({ skipped: 1 })
      expect(await contacts('kim@four.example')).toMatchObject([{ first_name: 'Kim', company: '' }])
      const filled = await world.importFile(file, { duplicates: 'fill' })
      expect(filled.summary).toEqual({ filled: 1 })
      expect(await contacts('kim@four.example')).toMatchObject([
        { first_name: 'Kim', last_name: 'Lee', phone: '(910) 762-0150', company: 'Lee LLC' },
      ])
      await world.act({ action: 'undo', id: filled.id })
      expect((await world.until(filled.id, 'undone')).summary).toEqual({ restored: 1 })
      expect(await contacts('kim@four.example')).toMatchObject([{ last_name: '', company: '' }])
    })

    test('an import does not restore deleted contacts', async () => {
      await world.rows(
        `insert into public.crm_contacts (first_name, email) values ('Gone', 'gone@four.example')`,
      )
      await world.rows(`delete from public.crm_contacts where email = 'gone@four.example'`)
      const done = await world.importFile(`${HEADER}\nGone,,Gone@four.example,,,,,\n`, { duplicates: 'fill' })
      expect(done.summary).toEqual({ deleted: 1 })
      expect(await contacts('gone@four.example')).toEqual([])
      expect((await report(done.id)).map((line) => line['Problem'])).toEqual([
        'A deleted contact: Gone. Restore it to go on with it.',
      ])
    })

    test('an import matches contacts by phone number unless matchPhone is off', async () => {
      await world.rows(
        `insert into public.crm_contacts (first_name, email, phone) values ('Lou', 'lou@five.example', '(910) 762-0160')`,
      )
      const file = `${HEADER}\nMia,,mia@five.example,+1 910 762 0160,,,,\n`
      expect((await world.importFile(file)).summary).toEqual({ skipped: 1 })
      expect((await world.importFile(file, { matchPhone: false })).summary).toEqual({ created: 1 })
    })

    test('an import merges rows of one person into the first row', async () => {
      const file = `${HEADER}\nPat,,pat@six.example,,,,,\nPat,Roe,Pat@Six.example,910-762-0170,,,,\nP,,,9107620170,Roe Inc,,,\n`
      const skipped = await world.importFile(file)
      expect(skipped.summary).toEqual({ created: 1, repeated: 2 })
      expect((await report(skipped.id)).map((line) => line['Problem'])).toEqual([
        'The same person as row 2.',
        'The same person as row 2.',
      ])
      await world.act({ action: 'undo', id: skipped.id })
      await world.until(skipped.id, 'undone')
      expect(await contacts('%six.example')).toEqual([])
      await world.importFile(file, { duplicates: 'fill' })
      expect(await contacts('%six.example')).toMatchObject([
        { first_name: 'Pat', last_name: 'Roe', phone_e164: '+19107620170', company: 'Roe Inc' },
      ])
    })
  })

  test('an import records consent only with evidence and never against an opt-out', async () => {
    await world.rows(
      `insert into public.consent_events (phone_e164, action, method) values ('+19107620181', 'revoke', 'keyword')`,
    )
    const done = await world.importFile(
      [
        HEADER,
        'A,,a@seven.example,910 762 0180,,yes,2025-03-04,Paper form at the fair',
        'B,,b@seven.example,910 762 0181,,yes,2025-03-04,Paper form at the fair',
        'C,,c@seven.example,910 762 0182,,yes,,Paper form at the fair',
        'D,,d@seven.example,910 762 0183,,yes,3/4/2025,',
        'E,,e@seven.example,,,yes,3/4/2025,Paper form',
        'F,,f@seven.example,910 762 0184,,yes,2099-01-01,Paper form',
      ].join('\n'),
    )
    expect(done.summary).toEqual({ created: 6 })
    expect((await contacts('%seven.example')).map((contact) => contact['text_consent'])).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    expect((await report(done.id, 'warnings')).map((line) => line['Problem'])).toEqual([
      'Consent to texts was left off: this number has opted out.',
      'Consent to texts was left off: there is no date on which it was given.',
      'Consent to texts was left off: there is no wording and no source.',
      'Consent to texts was left off: there is no telephone number.',
      'Consent to texts was left off: the date “2099-01-01” is in the future.',
    ])
    expect(
      await world.rows(
        `select action, method, wording, phone_e164, occurred_at from public.consent_events where email = 'a@seven.example'`,
      ),
    ).toMatchObject([
      {
        action: 'grant',
        method: 'import',
        wording: 'Paper form at the fair',
        phone_e164: '+19107620180',
        occurred_at: '2025-03-04T12:00:00+00:00',
      },
    ])
  })

  test('undoing an import keeps contacts that changed since and reports them', async () => {
    const done = await world.importFile(
      `${HEADER}\nGus,,gus@eight.example,,,,,\nHal,,hal@eight.example,,,,,\nIda,,ida@eight.example,,,,,\n`,
    )
    await world.rows(`update public.crm_contacts set status = 'customer' where email = 'hal@eight.example'`)
    await world.rows(
      `insert into public.communication_logs (type, contact_id, phone_number, status)
       select 'call', id, '+19107620190', 'initiated' from public.crm_contacts where email = 'ida@eight.example'`,
    )
    await world.act({ action: 'undo', id: done.id })
    expect((await world.until(done.id, 'undone')).summary).toEqual({ removed: 1, kept: 2 })
    expect((await contacts('%eight.example')).map((contact) => contact['first_name'])).toEqual(['Hal', 'Ida'])
    expect((await report(done.id)).map((line) => line['Problem'])).toEqual([
      'Left as it is, because it has changed since: Hal.',
      'Left as it is, because it has changed since: Ida.',
    ])
    expect((await world.act({ action: 'undo', id: done.id })).status).toBe(409)
  })

  test('canceling a running import undoes everything', async () => {
    const id = await ready(manyRows('nine.example'))
    await world.act({ action: 'start', id })
    expect((await world.act({ action: 'cancel', id })).status).toBe(200)
    expect(await world.until(id, 'undone')).toMatchObject({
      problem: 'It was cancelled, and everything it had written was taken back.',
    })
    expect(await contacts('%@nine.example')).toEqual([])
  })

  test('recoverImports undoes an import that a server stop interrupted', async () => {
    const id = await ready(manyRows('ten.example'))
    await world.act({ action: 'start', id })
    while ((await contacts('%@ten.example')).length === 0);
    // The worker's lease expires by the clock of the other instances.
    world.advance(60_000)
    await recoverImports({ database: world.database, clock: world.now })
    expect(await world.until(id, 'undone')).toMatchObject({
      problem: 'The server stopped in the middle, and everything it had written was taken back.',
    })
    expect(await contacts('%@ten.example')).toEqual([])
  })

  test('an import that fails halfway undoes everything', async () => {
    const id = await ready(manyRows('eleven.example'))
    await world.rows(
      `update public.contact_import_rows set fields = jsonb_set(fields, '{status}', '"lost"')
       where import_id = $1 and row_number = 400`,
      id,
    )
    await world.act({ action: 'start', id })
    expect((await world.until(id, 'undone')).problem).toMatch(/^It failed in the middle/)
    expect(await contacts('%@eleven.example')).toEqual([])
  })

  test('an import retries a batch after a deadlock and creates no duplicates', async () => {
    // Raises PostgreSQL's deadlock error once during each kind of batch.
    await world.database.script(`
      create sequence public.times_given_way;
      grant usage on sequence public.times_given_way to service_role;
      create function public.give_way() returns trigger language plpgsql as $$
      begin
        if nextval('public.times_given_way') in (1, 2, 4) then raise exception using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger give_way before update on public.contact_import_rows
        for each row when (new.row_number = 31) execute function public.give_way();`)
    const people = Array.from({ length: 50 }, (_, n) => `Ana,ana${n}@fifteen.example`)
    const done = await world.importFile(['Name,Email', ...people, people[2]].join('\n'))
    expect(done).toMatchObject({ state: 'imported', problem: null, summary: { created: 50, repeated: 1 } })
    expect(await contacts('%@fifteen.example')).toHaveLength(50)
    await world.database.script("select setval('public.times_given_way', 3)")
    await world.act({ action: 'undo', id: done.id })
    expect((await world.until(done.id, 'undone')).summary).toMatchObject({ removed: 50 })
    expect(await contacts('%@fifteen.example')).toEqual([])
    await world.database.script('drop function public.give_way cascade; drop sequence public.times_given_way')
  })

  async function ready(content: string): Promise<string> {
    const { id } = await (await world.upload(content)).json()
    const { settings } = await world.until(id, 'read')
    await world.act({ action: 'check', id, settings })
    await world.until(id, 'checked')
    return id
  }

  test('a file discarded and imported at the same moment ends in exactly one of the two', async () => {
    const people = Array.from({ length: 100 }, (_, n) => `Ana,ana${n}@thirteen.example`)
    const id = await ready(['Name,Email', ...people].join('\n'))
    const answers = await Promise.all(['start', 'discard'].map((action) => world.act({ action, id })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const started = answers[0]?.status === 200
    if (started) await world.until(id, 'imported')
    expect(await contacts('%@thirteen.example')).toHaveLength(started ? 100 : 0)
    expect(await world.rows('select from public.contact_imports where id = $1', id)).toHaveLength(
      started ? 1 : 0,
    )
  })

  test('an import undone during purgeOldImports is undone completely or not at all', async () => {
    const people = Array.from({ length: 100 }, (_, n) => `Ana,ana${n}@fourteen.example`)
    const { id } = await world.importFile(['Name,Email', ...people].join('\n'))
    await world.rows(
      `update public.contact_imports set finished_at = finished_at - interval '31 days' where id = $1`,
      id,
    )
    const [undone] = await Promise.all([
      world.act({ action: 'undo', id }),
      purgeOldImports({ database: world.database, clock: world.now }),
    ])
    const { state } = await world.until(id, 'undone', 'closed')
    expect([undone?.status, state]).toEqual(undone?.status === 200 ? [200, 'undone'] : [409, 'closed'])
    expect(await contacts('%@fourteen.example')).toHaveLength(state === 'undone' ? 0 : 100)
  })

  test('import and export answer 401 or 403 to everyone but staff', async () => {
    const { id } = await (await world.upload('Name,Email\nAna,ana@twelve.example')).json()
    for (const path of ['export-contacts', `import-report?id=${id}`]) {
      expect((await world.call(path, { as: 'client' })).status).toBe(403)
      expect((await world.call(path, { as: 'anon' })).status).toBe(403)
      expect((await world.call(path, { as: 'signedOut' })).status).toBe(401)
    }
    expect((await world.upload('Name,Email\nAna,a@b.example', 'client')).status).toBe(403)
    expect((await world.act({ action: 'discard', id }, 'client')).status).toBe(403)
    expect((await world.act({ action: 'discard', id })).status).toBe(200)
    expect((await world.act({ action: 'discard', id })).status).toBe(404)
  })

  describe('export', () => {
    test('export-contacts returns the listed contacts in their order, with formulas escaped', async () => {
      await world.rows(`insert into public.crm_contacts
          (first_name, last_name, email, company, status, owner_id, next_step, next_step_on)
        select person.*, profile.id, 'Send offer', '2026-12-01'::date
        from (values ('Zoe', 'Fifty%', 'z@out.example', '=1+1', 'customer'), ('Yan', '', 'y@out.example', null, 'customer'),
          ('Xu', '', 'x@out.example', '-2', 'lead')) as person
        cross join (select id from public.profiles where role = 'manager' limit 1) as profile`)
      const response = await world.call('export-contacts?q=out.example&status=customer&sort=name')
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/,
      )
      expect(response.headers.get('x-total-count')).toBe('2')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
      expect(parse(bytes, { bom: true, columns: true })).toMatchObject([
        { 'First name': 'Yan', Company: '' },
        {
          'First name': 'Zoe',
          'Last name': 'Fifty%',
          Company: "'=1+1",
          Owner: expect.stringContaining('@'),
          'Next step': 'Send offer',
          'Next step on': '2026-12-01',
        },
      ])
      const byName = await world.call('export-contacts?q=ZOE+FIFTY%25')
      expect(byName.headers.get('x-total-count')).toBe('1')
      await byName.body?.cancel()
      await world.rows(`insert into public.crm_contacts (first_name, phone) values
        ('Abe', '(910) 744-0177'), ('Bea', '+1 910.744.0178'), ('Cy', '9107440179')`)
      for (const [typed, found] of Object.entries({
        '+19107440177': '1',
        '(910) 744-0178': '1',
        '910.744': '3',
        '0179': '1',
        '+1910744017': '3',
      })) {
        const byNumber = await world.call(`export-contacts?q=${encodeURIComponent(typed)}`)
        expect([typed, byNumber.headers.get('x-total-count')]).toEqual([typed, found])
        await byNumber.body?.cancel()
      }
      const empty = await world.call('export-contacts?q=nobody%25at%25all')
      expect(empty.headers.get('x-total-count')).toBe('0')
    })

    test('importing an export restores the same contacts', async () => {
      const word = fc
        .string({ unit: 'binary', minLength: 1, maxLength: 30 })
        .map((text) => text.replaceAll(/[\p{C}\u2028\u2029\uFFFD]/gu, '').trim())
        .filter((text) => text !== '')
      const line = fc.oneof(
        word,
        fc.constantFrom('=1+1', "'=1", "''@x", '+1', '-', '@a', '"', ',;\t'.trim(), "'"),
      )
      const contact = fc.record({
        first_name: line,
        last_name: fc.oneof(line, fc.constant('')),
        company: fc.option(line),
        notes: fc.option(fc.tuple(line, line).map((lines) => lines.join('\n'))),
        service_request: fc.option(line),
        status: fc.constantFrom('lead', 'prospect', 'customer', 'inactive'),
        phone_type: fc.constantFrom('mobile', 'landline', 'work', 'other'),
        phone: fc.option(fc.integer({ min: 100, max: 999 }).map((last) => `(910) 762-0${last}`)),
      })
      const columns =
        'first_name, last_name, email, phone, phone_type, company, status, service_request, notes'
      const all = () =>
        world.rows(
          `select ${columns} from public.crm_contacts where email like '%@again.example' order by email`,
        )
      let round = 0
      await fc.assert(
        fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 25 }), async (people) => {
          round += 1
          const rows = people.map((person, n) => ({ ...person, email: `r${round}n${n}@again.example` }))
          await world.rows(
            `insert into public.crm_contacts (${columns}) select ${columns}
             from jsonb_populate_recordset(null::public.crm_contacts, $1::jsonb)`,
            JSON.stringify(rows),
          )
          const before = await all()
          const exported = await (await world.call('export-contacts?q=again.example')).text()
          await forget('%@again.example')
          const done = await world.importFile(exported, { matchPhone: false })
          expect(done.summary).toEqual({ created: rows.length })
          expect(await all()).toEqual(before)
          await forget('%@again.example')
        }),
        { seed: SEED, numRuns: 8 },
      )
    })

    test('importing an export restores consent to texts with its evidence', async () => {
      await world.importFile(`${HEADER}\nNed,,ned@proof.example,910 762 0199,,yes,2025-03-04,Paper form\n`)
      const exported = await (await world.call('export-contacts?q=ned@proof.example')).text()
      await forget('ned@proof.example')
      await world.importFile(exported)
      expect(await contacts('ned@proof.example')).toMatchObject([{ text_consent: true }])
      const events = await world.rows(
        `select occurred_at, wording from public.consent_events where email = 'ned@proof.example'`,
      )
      expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(1)
      expect(events).toHaveLength(2)
    })
  })

  test('rows of contact_imports match the schema of the client', async () => {
    for (const row of await world.rows(`select * from public.contact_imports where row_count > 0`)) {
      expect(importRow.safeParse(row).success).toBe(true)
    }
  })
})
