import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { describeBothDatabases } from '../../tests/support/databases.ts'
import { queryWithPhones } from '../../tests/support/declare-phones.ts'

/** The moment of every decision. */
const NOW = '2026-11-23T17:00:00.000Z'
const hoursAgo = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString()
const OWN = '(910) 762-{n}'

type Event = [action: 'grant' | 'revoke', method: string, at: string]

interface Case {
  /** The person's number, consent and history. `{n}` makes a different number for each case. */
  phone?: string | null
  events?: Event[]
  inboundAt?: string
  /** The contact was deleted, or has another number by now. */
  contact?: 'deleted' | 'moved' | 'moved and agreed'
  /** A text that waits; default: a new one. */
  text?: { purpose?: string; writtenAs?: string; writtenAt?: string }
}

interface Decision {
  allowed: boolean
  reason: string
  since: string | Date | null
  until: string | Date | null
}

type Answer = [allowed: boolean, reason: string, since: string | null, until: string | null]

const refused = (reason: string, since: string | null = null): Answer => [false, reason, since, null]
const consented = (since: string): Answer => [true, 'consent', since, null]
const reply = (inboundAt: string): Answer => [
  true,
  'reply',
  inboundAt,
  new Date(Date.parse(inboundAt) + 24 * 3_600_000).toISOString(),
]
const agreed: Event = ['grant', 'web_form', hoursAgo(100)]
const batch = { purpose: 'batch' }
const waiting = { writtenAs: 'reply', writtenAt: hoursAgo(10) }

const table: [name: string, about: Case, answer: Answer][] = [
  ['a contact without a phone', { phone: null }, refused('no_phone')],
  ['a blank phone', { phone: ' ' }, refused('no_phone')],
  ['a phone that is no number', { phone: 'call me' }, refused('invalid_number')],
  [
    'an invalid number despite consent',
    { phone: '(111) 111-1111', events: [agreed] },
    refused('invalid_number'),
  ],
  ['a number in Britain', { phone: '+44 20 7946 0958', events: [agreed] }, refused('foreign_number')],
  ['a number in Jamaica', { phone: '(876) 555-{n}', events: [agreed] }, refused('foreign_number')],
  ['a number in Canada', { phone: '(416) 555-{n}', events: [agreed] }, consented(agreed[2])],

  ['a contact who never agreed', {}, refused('no_consent')],
  ['a contact who agreed', { events: [agreed] }, consented(agreed[2])],
  ['consent from a file', { events: [['grant', 'import', hoursAgo(9)]] }, consented(hoursAgo(9))],
  [
    'consent that staff withdrew',
    { events: [agreed, ['revoke', 'staff', hoursAgo(5)]] },
    refused('no_consent', hoursAgo(5)),
  ],
  [
    'consent given again after staff withdrew it',
    {
      events: [
        ['revoke', 'staff', hoursAgo(50)],
        ['grant', 'staff', hoursAgo(5)],
      ],
    },
    consented(hoursAgo(5)),
  ],

  ['STOP', { events: [agreed, ['revoke', 'keyword', hoursAgo(5)]] }, refused('opted_out', hoursAgo(5))],
  [
    'an opt-out at the carrier',
    { events: [['revoke', 'carrier', hoursAgo(5)]] },
    refused('opted_out', hoursAgo(5)),
  ],
  [
    'STOP although the person wrote later',
    { events: [['revoke', 'keyword', hoursAgo(5)]], inboundAt: hoursAgo(1) },
    refused('opted_out', hoursAgo(5)),
  ],
  [
    'STOP although a form says otherwise',
    {
      events: [
        ['revoke', 'keyword', hoursAgo(5)],
        ['grant', 'web_form', hoursAgo(1)],
      ],
    },
    refused('opted_out', hoursAgo(5)),
  ],
  [
    'START after STOP',
    {
      events: [
        ['revoke', 'keyword', hoursAgo(5)],
        ['grant', 'keyword', hoursAgo(1)],
      ],
    },
    consented(hoursAgo(1)),
  ],

  ['a person who wrote an hour ago', { inboundAt: hoursAgo(1) }, reply(hoursAgo(1))],
  ['a person who wrote exactly 24 hours ago', { inboundAt: hoursAgo(24) }, reply(hoursAgo(24))],
  ['a person who wrote more than 24 hours ago', { inboundAt: hoursAgo(24.001) }, refused('no_consent')],
  [
    'a person who wrote and then withdrew to staff',
    { inboundAt: hoursAgo(2), events: [['revoke', 'staff', hoursAgo(1)]] },
    refused('no_consent', hoursAgo(1)),
  ],
  [
    'a person who wrote after they withdrew to staff',
    { inboundAt: hoursAgo(1), events: [['revoke', 'staff', hoursAgo(2)]] },
    reply(hoursAgo(1)),
  ],
  ['consent before a reply', { events: [agreed], inboundAt: hoursAgo(1) }, consented(agreed[2])],

  ['a reply that waited past the 24 hours', { inboundAt: hoursAgo(30), text: waiting }, reply(hoursAgo(30))],
  [
    'a reply that waited, and a withdrawal since',
    { inboundAt: hoursAgo(30), text: waiting, events: [['revoke', 'staff', hoursAgo(5)]] },
    refused('no_consent', hoursAgo(5)),
  ],
  [
    'a reply that waited, and STOP since',
    { inboundAt: hoursAgo(30), text: waiting, events: [['revoke', 'keyword', hoursAgo(5)]] },
    refused('opted_out', hoursAgo(5)),
  ],
  [
    'a text written with consent that ended',
    { text: { ...waiting, writtenAs: 'consent' }, events: [agreed, ['revoke', 'staff', hoursAgo(5)]] },
    refused('no_consent', hoursAgo(5)),
  ],
  ['a text to a deleted contact', { events: [agreed], contact: 'deleted' }, refused('no_consent')],
  [
    'a text to a number the contact left for one with consent',
    { events: [agreed], contact: 'moved and agreed' },
    refused('no_consent'),
  ],
  ['a text to a number the contact left', { events: [agreed], contact: 'moved' }, refused('no_consent')],
  [
    'a reply to a number the contact left',
    { inboundAt: hoursAgo(1), contact: 'moved', text: waiting },
    refused('no_consent'),
  ],

  ['an answer to a missed call', { text: { purpose: 'text_back' } }, [true, 'missed_call', null, null]],
  [
    'an answer to a missed call after STOP',
    { text: { purpose: 'text_back' }, events: [['revoke', 'keyword', hoursAgo(5)]] },
    refused('opted_out', hoursAgo(5)),
  ],
  [
    'an answer to a missed call from Jamaica',
    { phone: '(876) 555-{n}', text: { purpose: 'text_back' } },
    refused('foreign_number'),
  ],
  ['a text of a batch to a contact who agreed', { text: batch, events: [agreed] }, consented(agreed[2])],
  [
    'a text of a batch to a person who wrote an hour ago',
    { text: batch, inboundAt: hoursAgo(1) },
    refused('no_consent'),
  ],
  [
    'a text of a batch after STOP',
    { text: batch, events: [agreed, ['revoke', 'keyword', hoursAgo(5)]] },
    refused('opted_out', hoursAgo(5)),
  ],
  ['an automatic text of another purpose', { text: { purpose: 'help' } }, refused('no_consent')],
]

/** Changes of the rule that must not go unnoticed. */
const mutants: [name: string, from: string, to: string][] = [
  ['ignores STOP', 'private.is_suppressed(number)', 'false'],
  ['ignores consent', 'contact.text_consent', 'false'],
  ['needs no consent', 'and contact.text_consent', ''],
  [
    'takes consent for another number',
    'contact.phone_e164 = number and contact.text_consent',
    'contact.text_consent',
  ],
  ['answers another number', 'contact.phone_e164 = number and (', 'true and ('],
  ['never ends a reply', "inbound_at + interval '24 hours' >= at", 'inbound_at is not null'],
  ['ends a reply a moment early', '>= at', '> at'],
  ['answers in spite of a withdrawal', 'coalesce(withdrawn_at < inbound_at, true)', 'true'],
  ['sends a waiting reply in spite of a withdrawal', 'coalesce(withdrawn_at < written_at, true)', 'true'],
  ['drops waiting replies', "written_as = 'reply'", 'false'],
  ['keeps every waiting text', "written_as = 'reply' and", ''],
  ['takes a batch for a reply', "purpose <> 'batch' and ", ''],
  ['texts any country', 'not private.is_domestic_number(number)', 'false'],
  ['refuses answers to missed calls', "purpose = 'text_back'", 'false'],
  [
    'lets automatic texts pass STOP',
    'private.is_suppressed(number)',
    "purpose <> 'text_back' and private.is_suppressed(number)",
  ],
  ['lets every automatic text pass', "purpose = 'text_back'", "purpose <> 'staff'"],
]

describeBothDatabases('private.may_text', (open) => {
  let database: Database
  const stored: { id: string; number: string | null; text: Case['text'] }[] = []
  beforeAll(async () => {
    database = await open()
    await asService(database, async (tx) => {
      for (const [index, [, about]] of table.entries()) stored.push(await store(tx, about, 1000 + index))
    })
  })

  const decideAll = (tx: Pick<Transaction, 'query'>) => Promise.all(stored.map((about) => decide(tx, about)))

  test.each(table.map(([name, , answer], index) => ({ name, reason: answer[1], answer, index })))(
    'private.may_text answers $reason for $name',
    async ({ answer, index }) => {
      const answers = await asService(database, decideAll)
      expect(answers[index]).toEqual(answer)
    },
  )

  test.each(mutants)('the table notices a private.may_text that %s', async (_, from, to) => {
    const different = await database
      .asOwner(async (tx) => {
        await tx.query(`do $do$ declare
            body text := pg_get_functiondef('private.may_text(public.crm_contacts,text,timestamptz,text,text,timestamptz)'::regprocedure);
          begin
            if strpos(body, ${quote(from)}) = 0 then raise exception 'not found'; end if;
            execute replace(body, ${quote(from)}, ${quote(to)});
          end $do$`)
        const answers = await decideAll(tx)
        throw new Undone(table.filter(([, , answer], index) => !sameAnswer(answers[index], answer)).length)
      })
      .catch((error: unknown) => {
        if (error instanceof Undone) return error.different
        throw error
      })
    expect(different).toBeGreaterThan(0)
  })

  test('the screen reads the same decision from texting_contacts', async () => {
    const rows = await asService(database, async (tx) => {
      const { rows: all } = await tx.query(
        `select shown.reason, decided.reason as decided from public.texting_contacts as shown
         join public.crm_contacts as contact using (id), private.may_text(contact, contact.phone_e164, now()) as decided`,
      )
      return all
    })
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter(({ reason, decided }) => reason !== decided)).toEqual([])
  })
})

/** Ends a transaction and takes its changes back. */
class Undone extends Error {
  readonly different: number
  constructor(different: number) {
    super()
    this.different = different
  }
}

async function store(tx: Transaction, about: Case, n: number) {
  const id = randomUUID()
  const phone = about.phone === undefined ? OWN : about.phone
  const { rows } = await queryWithPhones(
    tx,
    `insert into public.crm_contacts (id, first_name, phone) values ($1, 'Ana', $2) returning phone_e164`,
    [id, phone?.replace('{n}', String(n)) ?? null],
  )
  const number = z.nullable(z.string()).parse(rows[0]?.['phone_e164'])
  for (const [action, method, at] of about.events ?? [])
    await tx.query(
      `insert into public.consent_events (contact_id, phone_e164, action, method, occurred_at) values ($1, $2, $3, $4, $5)`,
      [id, number, action, method, at],
    )
  if (about.inboundAt !== undefined)
    await tx.query(
      `insert into public.communication_logs (type, direction, contact_id, phone_number, status, created_at)
       values ('sms', 'inbound', $1, $2, 'received', $3)`,
      [id, number, about.inboundAt],
    )
  if (about.contact === 'deleted') await tx.query('delete from public.crm_contacts where id = $1', [id])
  if (about.contact?.startsWith('moved') === true)
    await queryWithPhones(tx, `update public.crm_contacts set phone = $2 where id = $1`, [
      id,
      `(910) 763-${n}`,
    ])
  if (about.contact === 'moved and agreed')
    // The database has noted the withdrawal for the old number with its own clock.
    await tx.query(
      `insert into public.consent_events (contact_id, phone_e164, action, method, occurred_at)
       select id, phone_e164, 'grant', 'staff', now() + interval '1 second' from public.crm_contacts where id = $1`,
      [id],
    )
  return { id, number, text: about.text }
}

async function decide(
  tx: Pick<Transaction, 'query'>,
  { id, number, text = {} }: { id: string; number: string | null; text: Case['text'] },
): Promise<Answer> {
  const { rows } = await tx.query<Decision>(
    `select * from private.may_text(
       (select contact from public.crm_contacts as contact where id = $1), $2, $3, $4, $5, $6)`,
    [id, number, NOW, text.purpose ?? 'staff', text.writtenAs ?? null, text.writtenAt ?? null],
  )
  const [row] = rows
  if (row === undefined) throw new Error('No decision.')
  return [row.allowed, row.reason, toIso(row.since), toIso(row.until)]
}

function toIso(moment: string | Date | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}

function sameAnswer(a: Answer | undefined, b: Answer): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
