import type { Context } from 'hono'
import { z } from 'zod'
import type { AiWork } from './ai-generation.server.ts'
import type { HttpEnv } from '../../platform/http/http-context.ts'
import { contentFailure } from './content-failure.server.ts'
import { requireBody } from '../../platform/functions/json-body.ts'
import type { FunctionDependencies, ServerFunction } from '../../platform/functions/server-function.ts'
import { requireAdmin, type StaffMember } from '../account/account.server.ts'

export interface ContentRequest<Body> {
  body: Body
  deps: FunctionDependencies
  /** For whom a model works; its signal ends when the admin goes away. */
  work: AiWork
}

interface ContentFunction<Body> {
  name: string
  /** What the body has to be, and what is said where it is not. */
  body: z.ZodType<Body>
  complaint: string
  answer: (request: ContentRequest<Body>) => Promise<object>
}

/** A function of the blog manager: for admins, JSON in and out, with the failures of services in words. */
export function contentFunction<Body>({
  name,
  body,
  complaint,
  answer,
}: ContentFunction<Body>): ServerFunction {
  return {
    name,
    method: 'POST',
    callers: ['authenticated'],
    answer: async (c, deps) => {
      const admin = await requireAdmin(c.get('identity'), deps)
      const wanted = await requireBody(c.req.raw, body, () => complaint)
      const work = workFor(c, deps, admin)
      return c.json(await inWords(c, () => answer({ body: wanted, deps, work })))
    },
  }
}

/** Throws FunctionError for every failure that has words. */
export async function inWords<T>(c: Context<HttpEnv>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw contentFailure(error, c.get('log'))
  }
}

function workFor(c: Context<HttpEnv>, { database, clock }: FunctionDependencies, admin: StaffMember): AiWork {
  return { database, clock, requestedBy: admin.id, signal: c.req.raw.signal }
}

/** A text a person typed: not blank, at most `longest` characters. */
export function typedText(longest: number) {
  return z
    .string()
    .transform((text) => text.toWellFormed().replaceAll('\0', '').trim())
    .pipe(z.string().min(1).max(longest))
}
