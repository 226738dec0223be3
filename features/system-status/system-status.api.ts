import * as z from 'zod/mini'
import { callFunction } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'

const service = z.object({ simulated: z.boolean() })

const queueFigures = z.object({
  queue: z.string(),
  waiting: z.number(),
  dead: z.number(),
  oldestDueSeconds: z.number(),
  restsUntil: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type QueueFigures = z.infer<typeof queueFigures>

const problem = z.object({
  at: z.string(),
  what: z.string(),
  kind: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  times: z.number(),
})
export type Problem = z.infer<typeof problem>

const systemStatus = z.object({
  version: z.string(),
  services: z.object({
    mail: service,
    phone: service,
    texts: service,
    pictures: service,
    photos: service,
    files: z.object({ onThisMachine: z.boolean() }),
  }),
  database: z.object({ kind: z.enum(['embedded', 'server']), version: z.string(), bytes: z.number() }),
  copies: z.array(z.object({ version: z.string(), startedAt: z.string() })),
  queues: z.array(queueFigures),
  problems: z.array(problem),
  backup: z.object({ provenAt: z.nullable(z.string()), error: z.nullable(z.string()) }),
})
export type SystemStatus = z.infer<typeof systemStatus>

/** System status for admins. Throws ApiError. */
export function fetchSystemStatus(backend: Backend): Promise<SystemStatus> {
  return callFunction(backend, { name: 'system-status', method: 'GET', answer: systemStatus })
}
