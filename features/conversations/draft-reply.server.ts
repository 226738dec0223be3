import { z } from 'zod'
import { asService } from '../../platform/database/as-identity.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  FunctionError,
  requireBody,
  uuid,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ai } from '../../server/providers/ai/ai-provider.ts'
import { services, site } from '../../site.config.ts'
import { toExcerpt } from '../../web/ui/excerpt.ts'
import { requireStaff } from '../account/account.server.ts'
import { createWork, explainFailures, generateReply } from '../blog-assistant/blog-assistant.server.ts'

interface Needs {
  database: Database
  clock: Clock
  ai: Ai
}

/** Newest entries of the conversation that a draft is based on. */
const ENTRIES = 20
/** Characters of one entry. */
const LONGEST_ENTRY = 2_000

const request = z.object({ contactId: uuid, channel: z.enum(['text', 'email']) })

/** Where a draft took something from. */
interface Source {
  /** What staff see. */
  label: string
  /** What the model sees. */
  words: string
}

interface Entry {
  kind: 'submission' | 'sms' | 'email' | 'call'
  inbound: boolean
  at: Date | string
  words: string
}

/** Drafts a reply from the conversation and facts about the business. Sends nothing. */
export const draftReply: ServerFunction<Needs> = {
  name: 'draft-reply',
  method: 'POST',
  callers: ['authenticated'],
  answer: async (c, deps) => {
    const staff = await requireStaff(c.get('identity'), deps)
    const { contactId, channel } = await requireBody(c.req.raw, request)
    const conversation = await asService(deps.database, (tx) => readConversation(tx, contactId), {
      readOnly: true,
    })
    if (conversation === null) throw new FunctionError(404, 'This contact does not exist any more.')
    const sources = [...conversation.entries.map(toSource), ...businessFacts()]
    const { writer } = deps.ai
    const { text, used } = await explainFailures(c, () =>
      generateReply(createWork(c, deps, staff), writer, {
        channel,
        name: conversation.name,
        sources: sources.map(({ words }) => words),
      }),
    )
    return c.json({
      text,
      sources: used.flatMap((position) => sources[position]?.label ?? []),
      simulated: writer.simulated,
    })
  },
}

/** The conversation with a contact, oldest first. Null if there is no such contact. */
async function readConversation(
  tx: Transaction,
  contactId: string,
): Promise<{ name: string; entries: Entry[] } | null> {
  const contacts = await tx.query<{ name: string }>(
    'select first_name as name from public.crm_contacts where id = $1',
    [contactId],
  )
  const [contact] = contacts.rows
  if (contact === undefined) return null
  const { rows } = await tx.query<Entry>(
    `select * from (
       select 'submission' as kind, true as inbound, received_at as at, message as words
       from public.contact_submissions where contact_id = $1 and not spam
       union all
       select log.type, log.direction = 'inbound', log.created_at,
         coalesce(email.subject || e'\\n' || email.body_text, log.call_note, log.message, '')
       from public.communication_logs as log left join public.email_messages as email on email.log_id = log.id
       where log.contact_id = $1 and log.status in ('sent', 'received', 'missed', 'initiated')
     ) as entry where words <> '' order by at desc limit $2`,
    [contactId, ENTRIES],
  )
  return { name: contact.name, entries: rows.toReversed() }
}

const nouns: Record<Entry['kind'], string> = {
  submission: 'inquiry',
  sms: 'text',
  email: 'email',
  call: 'call',
}
const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: site.hours.timeZone,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

function toSource({ kind, inbound, at, words }: Entry): Source {
  const label = `${inbound ? 'Their' : 'Our'} ${nouns[kind]} of ${moment.format(new Date(at))}`
  return { label, words: `${label}: ${toExcerpt(words, LONGEST_ENTRY)}` }
}

function businessFacts(): Source[] {
  const named = services.map(({ name }) => name).join(', ')
  return [
    ['Our opening hours', `${site.hours.display}. Closed on ${site.hours.holidays.join(', ')}.`],
    ['Our services', `${named}. We work from ${site.place.city}, ${site.place.stateName}.`],
    ['Our reply times', `We usually reply in ${site.response.typical}, always ${site.response.guaranteed}.`],
    ['Our phone and email', `${site.phone.display}, ${site.email.address}.`],
  ].map(([label = '', fact = '']) => ({ label, words: `${label}: ${fact}` }))
}
