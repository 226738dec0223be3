import { beforeAll, expect, test } from 'vitest'
import { asIdentity } from '../../server/database/as-identity.ts'
import type { Database, Transaction } from '../../server/database/database.ts'
import { markAnswered, markContactAnswered } from '../../server/domain/submissions/mark-answered.ts'
import { recordSubmission } from '../../server/domain/submissions/record-submission.ts'
import { takeRateLimit } from '../../server/http/rate-limit.ts'
import { parseContactSubmission } from '../../shared/contact-submission.ts'
import { describeBothDatabases } from '../support/databases.ts'

const MAILS = { siteUrl: 'https://agency.test', leadsTo: 'leads@agency.test', secret: 'only-for-tests' }
const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)

describeBothDatabases('an answer', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  function asServer<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return asIdentity(database, { role: 'service_role' }, work)
  }

  async function submit(email: string, now: Date, more: Record<string, unknown> = {}): Promise<string> {
    const parsed = parseContactSubmission({ name: 'Ana Cruz', message: 'We need a website.', email, ...more })
    if (!parsed.success) throw new Error(parsed.error)
    const received = {
      submission: parsed.data,
      raw: {},
      origin: { address: '192.0.2.1', sender: '192.0.2.1', userAgent: null },
      timing: 'absent',
    } as const
    const recorded = await asServer((tx) =>
      recordSubmission(tx, received, { now, takeRateLimit, mails: MAILS }),
    )
    if (recorded.outcome !== 'recorded') throw new Error('The submission was not recorded.')
    return recorded.id
  }

  async function waiting(): Promise<unknown[]> {
    const { rows } = await asServer((tx) =>
      tx.query<{ id: string }>('select id from public.waiting_submissions order by received_at'),
    )
    return rows.map(({ id }) => id)
  }

  test('ends the waiting of one submission, or of all that a contact sent before', async () => {
    const first = await submit('ana@answers.example', at('10:00'))
    const second = await submit('ana@answers.example', at('11:00'))
    const other = await submit('ben@answers.example', at('11:30'))
    await submit('bot@answers.example', at('11:45'), { website: 'https://spam.example' })
    expect(await waiting()).toEqual([first, second, other])

    await asServer((tx) => markAnswered(tx, other, { by: null, at: at('12:00'), method: 'elsewhere' }))
    const { rows } = await asServer((tx) =>
      tx.query<{ contact_id: string }>('select contact_id from public.contact_submissions where id = $1', [
        first,
      ]),
    )
    const contact = rows[0]?.contact_id ?? ''
    const text = (time: string) =>
      asServer((tx) => markContactAnswered(tx, contact, { by: null, at: at(time), method: 'text' }))
    await text('10:30')
    expect(await waiting()).toEqual([second])
    await text('12:30')
    await asServer((tx) => markAnswered(tx, first, { by: null, at: at('13:00'), method: 'call' }))
    expect(await waiting()).toEqual([])
    const { rows: answers } = await asServer((tx) =>
      tx.query(
        'select submission_id, method, answered_at from public.submission_answers order by answered_at, method',
      ),
    )
    expect(answers).toEqual([
      { submission_id: first, method: 'text', answered_at: '2026-11-20T10:30:00+00:00' },
      { submission_id: other, method: 'elsewhere', answered_at: '2026-11-20T12:00:00+00:00' },
      { submission_id: second, method: 'text', answered_at: '2026-11-20T12:30:00+00:00' },
    ])
  })

  test('is owed to nobody whose contact was deleted', async () => {
    const id = await submit('gone@answers.example', at('14:00'))
    expect(await waiting()).toEqual([id])
    await asServer((tx) => tx.query("delete from public.crm_contacts where email = 'gone@answers.example'"))
    expect(await waiting()).toEqual([])
  })
})
