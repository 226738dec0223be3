import { isIP } from 'node:net'
import { contactLimits } from '../contacts/contacts.ts'
import { parseContactSubmission } from './submissions.ts'
import { site } from '../../site.config.ts'
import { asIdentity } from '../../platform/database/as-identity.ts'
import type { MailsOfSubmission } from './submission-mails.server.ts'
import type { ReceivedSubmission } from './submission-contact.server.ts'
import { recordSubmission } from './record-submission.server.ts'
import { resolveClientAddress } from '../../platform/http/client-address.ts'
import { consumeRateLimit } from '../../platform/http/rate-limit.ts'
import {
  FunctionError,
  requireJson,
  type FunctionDependencies,
  type ServerFunction,
} from '../../platform/functions/server-function.ts'
import { createHmac } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { FormTiming } from './spam-score.server.ts'
import type { Secrets } from '../../server/secrets.ts'

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
        sender: resolveClientAddress(c.get('clientAddress')),
        userAgent: userAgent(c.req.header('user-agent')) ?? parsed.data.userAgent,
      },
      timing: await readFormToken(parsed.data.formToken, deps),
    }
    const recorded = await asIdentity(deps.database, { role: 'service_role' }, (tx) =>
      recordSubmission(tx, received, {
        now: deps.clock(),
        takeRateLimit: consumeRateLimit,
        mails: mailsOf(deps),
      }),
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

/** A timing token for the contact form; sending it back is optional. */
export const formToken: ServerFunction = {
  name: 'form-token',
  method: 'GET',
  callers: 'everybody',
  answer: async (c, deps) => c.json({ token: await issueFormToken(deps) }),
}

/** Nobody writes a message in less, in milliseconds. */
const SHORTEST = 2_000
const LONGEST = 24 * 3_600_000
const claims = z.object({ shown: z.number() })

interface TimingDependencies {
  secrets: Pick<Secrets, 'jwtSecret'>
  clock: Clock
}

/** A signed note of when the form was shown. It names no visitor and grants nothing. */
async function issueFormToken({ secrets, clock }: TimingDependencies): Promise<string> {
  return new SignJWT({ shown: clock().getTime() })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('contact-form')
    .sign(signingKey(secrets.jwtSecret))
}

/** What the token that came back says about how long the form was open. */
async function readFormToken(token: string | null, deps: TimingDependencies): Promise<FormTiming> {
  if (token === null) return 'absent'
  const shown = await shownAt(token, deps.secrets.jwtSecret)
  if (shown === null) return 'forged'
  const open = deps.clock().getTime() - shown
  if (open < SHORTEST) return 'too fast'
  return open > LONGEST ? 'stale' : 'plausible'
}

async function shownAt(token: string, secret: string): Promise<number | null> {
  try {
    const options = { algorithms: ['HS256'], audience: 'contact-form' }
    return claims.parse((await jwtVerify(token, signingKey(secret), options)).payload).shown
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError)
      return null
    throw error
  }
}

// A key of its own: a form token must never pass for an access token, nor the other way round.
function signingKey(secret: string): Uint8Array {
  return createHmac('sha256', secret).update('contact form timing').digest()
}

/** The caller's own address, as the contact form asks for it before sending. */
export const clientIp: ServerFunction = {
  name: 'client-ip',
  method: 'GET',
  callers: 'everybody',
  answer: (c) => c.json({ ip: c.get('clientAddress') }),
}
