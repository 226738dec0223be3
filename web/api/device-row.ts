import * as z from 'zod/mini'

/** A session of the user. */
export const deviceRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  refreshedAt: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  proved: z.boolean(),
})
export type Device = z.infer<typeof deviceRow>
