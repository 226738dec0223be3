import { isIP } from 'node:net'
import { contactLimits } from '../contacts/contacts.ts'
import { parseContactSubmission } from './submissions.ts'
import { site } from '../../site.config.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { MailsOfSubmission } from './submission-mails.server.ts'
import type { ReceivedSubmission } from './received-submission.server.ts'
import { recordSubmission } from './record-submission.server.ts'
import { senderOf } from '../../platform/http/client-address.ts'
import { takeRateLimit } from '../../platform/http/rate-limit.ts'
import { FunctionError } from '../../platform/functions/function-error.ts'
import { readFormToken } from './form-timing.server.ts'
import { requireJson } from '../../platform/functions/json-body.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'

/** What a person types or ticks, and what the browser claims to be its address; the rest has columns of its own, or is of no use later. */
const KEPT_FIELDS = ['name', 'email', 'company', 'service', 'message', 'phone', 'clientIP'] as const

/** Takes a message from the contact form. Everything is stored before the answer is sent. */
export const handleContactForm: ServerFunction = {
  name: 'handle-contact-form',
  method: 'POST',
  callers: ['anon', 'authenticated', 'service_role'],
  answer: async (c, deps) => {
    const body = await requireJson(c.req.raw)
    const parsed = parseContactSubmission(body)
    if (!parsed.success) throw new FunctionError(400, parsed.error)
    const received: ReceivedSubmission = {
      submission: parsed.data,
      raw: rawFields(body),
      origin: {
        address: storableAddress(c.get('clientAddress')),
        sender: senderOf(c.get('clientAddress')),
        userAgent: userAgent(c.req.header('user-agent')) ?? parsed.data.userAgent,
      },
      timing: await readFormToken(parsed.data.formToken, deps),
    }
    const recorded = await asIdentity(deps.database, { role: 'service_role' }, (tx) =>
      recordSubmission(tx, received, { now: deps.clock(), takeRateLimit, mails: mailsOf(deps) }),
    )
    if (recorded.outcome === 'recorded') return c.json({ success: true, id: recorded.id })
    throw new FunctionError(429, 'Too many messages from your address. Please try again in a few minutes.', {
      'Retry-After': String(recorded.retryAfter),
    })
  },
}

function mailsOf({ config, secrets }: FunctionDependencies): MailsOfSubmission {
  const { siteUrl, mail } = config
  return { siteUrl, leadsTo: mail.leadsTo ?? site.email.address, secret: secrets.jwtSecret }
}

// Only the known fields, each in its size: a body may nest deeper than jsonb can hold, and spaces around a name count against no limit.
function rawFields(body: unknown): ReceivedSubmission['raw'] {
  const sent: Record<string, unknown> = { ...Object(body) }
  const raw: ReceivedSubmission['raw'] = {}
  for (const field of KEPT_FIELDS) {
    const value = sent[field]
    if (typeof value === 'string')
      raw[field] = value.slice(0, contactLimits[field]).toWellFormed().replaceAll('\0', '')
    else if (value === null) raw[field] = null
  }
  if (typeof sent['textConsent'] === 'boolean') raw['textConsent'] = sent['textConsent']
  return raw
}

function storableAddress(address: string): string | null {
  const [bare = ''] = address.split('%')
  return isIP(bare) === 0 ? null : bare
}

function userAgent(header: string | undefined): string | null {
  return header?.slice(0, contactLimits.userAgent) || null
}
