import { isIP } from 'node:net'
import { contactLimits } from '../../shared/contact-limits.ts'
import { parseContactSubmission } from '../../shared/contact-submission.ts'
import { site } from '../../site.config.ts'
import { asIdentity } from '../database/as-identity.ts'
import type { MailsOfSubmission } from '../domain/mails/mails-of-submission.ts'
import type { ReceivedSubmission } from '../domain/submissions/received-submission.ts'
import { recordSubmission } from '../domain/submissions/record-submission.ts'
import { senderOf } from '../http/client-address.ts'
import { takeRateLimit } from '../http/rate-limit.ts'
import { FunctionError } from './function-error.ts'
import { readFormToken } from './form-timing.ts'
import { requireJson } from './json-body.ts'
import type { FunctionDependencies, ServerFunction } from './server-function.ts'

const KEPT_FIELDS = new Set([...Object.keys(contactLimits), 'textConsent', 'idempotencyKey'])

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

// Only the known fields: a body may nest deeper than jsonb can hold, and the rest means nothing to anybody.
function rawFields(body: unknown): ReceivedSubmission['raw'] {
  const raw: ReceivedSubmission['raw'] = {}
  for (const [field, value] of Object.entries(body ?? {})) {
    if (!KEPT_FIELDS.has(field)) continue
    if (typeof value === 'string') raw[field] = value.toWellFormed().replaceAll('\0', '')
    else if (value === null || typeof value === 'number' || typeof value === 'boolean') raw[field] = value
  }
  return raw
}

function storableAddress(address: string): string | null {
  const [bare = ''] = address.split('%')
  return isIP(bare) === 0 ? null : bare
}

function userAgent(header: string | undefined): string | null {
  return header?.slice(0, contactLimits.userAgent) || null
}
