import * as z from 'zod/mini'
import { requireRows } from '../../web/api/request.ts'
import type { Backend } from '../../web/api/client.ts'
import { columnsOf } from '../../web/api/columns-of.ts'

const row = z.object({
  id: z.string(),
  kind: z.enum(['article', 'picture']),
  prompt: z.string(),
  model: z.string(),
  simulated: z.boolean(),
  created_at: z.string(),
})

/** What a model was asked for, that a post has used. */
export type GenerationRow = z.infer<typeof row>

/** Newest first. */
export async function listGenerations(backend: Backend, postId: string): Promise<GenerationRow[]> {
  const answer = await backend
    .from('ai_generations')
    .select(columnsOf(row))
    .eq('post_id', postId)
    .order('created_at', { ascending: false })
    .limit(20)
  return requireRows(row, answer)
}
