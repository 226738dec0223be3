import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { Context } from 'hono'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { contactLimits } from '../contacts/contacts.ts'
import { enteredFields, parseContactSubmission, type ContactSubmission } from './submissions.ts'
import { site } from '../../site.config.ts'
import { asService } from '../../platform/database/as-identity.ts'
import type { SubmissionMailOptions } from './submission-mails.server.ts'
import type { ReceivedSubmission } from './submission-contact.server.ts'
import { recordSubmission } from './record-submission.server.ts'
import { resolveClientAddress } from '../../platform/http/client-address.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { consumeRateLimits } from '../../platform/http/rate-limit.ts'
import { FunctionError, requireJson, type ServerFunction } from '../../platform/functions/server-function.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FormTiming } from './spam-score.server.ts'
import type { Database } from '../../platform/database/database.ts'
import { storableText } from '../../platform/database/storable-text.ts'

/** Fields kept raw: the visitor's input and the address the browser claims. Other fields have columns or are not needed later. */
const KEPT_FIELDS = [...enteredFields, 'clientIP'] as const

/** Faster forms are suspicious, in milliseconds. */
const MIN_OPEN_MS = 2_000
const MAX_OPEN_MS = 24 * 3_600_000
const claims = z.object({ shown: z.number() })

interface TimingNeeds {
  secrets: { jwtSecret: string }
  clock: Clock
}

interface Needs extends TimingNeeds {
  database: Database
  config: { siteUrl: string; mail: { leadsTo: string | undefined } }
}

/** Receives a contact form. Responds after everything is stored. */
export const handleContactForm: ServerFunction<Needs> = {
  name: 'handle-contact-form',
  method: 'POST',
  callers: ['anon', 'authenticated', 'service_role'],
  answer: async (c, deps) => {
    const body = await requireJson(c.req.raw)
    const parsed = parseContactSubmission(body)
    if (!parsed.success) throw new FunctionError(400, parsed.error)
    const received = await receiveSubmission(c, { body, submission: parsed.data }, deps)
    const recorded = await asService(deps.database, (tx) =>
      recordSubmission(tx, received, {
        now: deps.clock(),
        consumeLimits: consumeRateLimits,
        mails: readMailOptions(deps),
      }),
    )
    if (recorded.outcome === 'recorded') return c.json({ success: true, id: recorded.id })
    throw new FunctionError(429, 'Too many messages from your address. Please try again in a few minutes.', {
      'Retry-After': String(recorded.retryAfter),
    })
  },
}

/** Adds the facts about the request to a valid submission. `body` is the request's, for the copy as received. */
export async function receiveSubmission(
  c: Context<HttpEnv>,
  { body, submission }: { body: unknown; submission: ContactSubmission },
  deps: TimingNeeds,
): Promise<ReceivedSubmission> {
  return {
    submission,
    raw: copyRawFields(body),
    origin: {
      address: parseAddress(c.get('clientAddress')),
      sender: resolveClientAddress(c.get('clientAddress')),
      userAgent: readUserAgent(c.req.header('user-agent')) ?? submission.userAgent,
    },
    timing: await readFormToken(submission.formToken, deps),
  }
}

// Only known fields, each cut to its limit: a body may nest deeper than jsonb allows, and validation ignores surrounding blanks.
function copyRawFields(body: unknown): ReceivedSubmission['raw'] {
  const sent: Record<string, unknown> = { ...Object(body) }
  const raw: ReceivedSubmission['raw'] = {}
  for (const field of KEPT_FIELDS) {
    const value = sent[field]
    if (typeof value === 'string') raw[field] = storableText(value.slice(0, contactLimits[field]))
    else if (value === null) raw[field] = null
  }
  if (typeof sent['textConsent'] === 'boolean') raw['textConsent'] = sent['textConsent']
  return raw
}

function parseAddress(address: string): string | null {
  const [bare = ''] = address.split('%')
  return isIP(bare) === 0 ? null : bare
}

function readUserAgent(header: string | undefined): string | null {
  return header?.slice(0, contactLimits.userAgent) || null
}

/** Classifies how long the form was open, from the returned token. */
async function readFormToken(token: string | null, deps: TimingNeeds): Promise<FormTiming> {
  if (token === null) return 'absent'
  const shown = await verifyToken(token, deps.secrets.jwtSecret)
  if (shown === null) return 'forged'
  const open = deps.clock().getTime() - shown
  if (open < MIN_OPEN_MS) return 'too fast'
  return open > MAX_OPEN_MS ? 'stale' : 'plausible'
}

async function verifyToken(token: string, secret: string): Promise<number | null> {
  try {
    const options = { algorithms: ['HS256'], audience: 'contact-form' }
    return claims.parse((await jwtVerify(token, deriveKey(secret), options)).payload).shown
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError)
      return null
    throw error
  }
}

/** Who gets mail about leads, and how its links are signed. */
export function readMailOptions({
  config,
  secrets,
}: Pick<Needs, 'config' | 'secrets'>): SubmissionMailOptions {
  const { siteUrl, mail } = config
  return { siteUrl, leadsTo: mail.leadsTo ?? site.email.address, secret: secrets.jwtSecret }
}

/** Issues a timing token for the contact form; sending it back is optional. */
export const formToken: ServerFunction<TimingNeeds> = {
  name: 'form-token',
  method: 'GET',
  callers: 'everybody',
  answer: async (c, deps) => c.json({ token: await issueFormToken(deps) }),
}

/** Signed timestamp of when the form was first used (spam check). Identifies no visitor and grants nothing. */
async function issueFormToken({ secrets, clock }: TimingNeeds): Promise<string> {
  return new SignJWT({ shown: clock().getTime() })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('contact-form')
    .sign(deriveKey(secrets.jwtSecret))
}

// A separate key: a form token must never pass for an access token, nor the reverse.
function deriveKey(secret: string): Uint8Array {
  return createHmac('sha256', secret).update('contact form timing').digest()
}

/** Returns the caller's IP address; the contact form sends it along. */
export const clientIp: ServerFunction<unknown> = {
  name: 'client-ip',
  method: 'GET',
  callers: 'everybody',
  answer: (c) => c.json({ ip: c.get('clientAddress') }),
}
