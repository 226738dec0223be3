import { z } from 'zod'
import { writeGeneratedPost } from './post-generator.server.ts'
import { contentFunction } from './content-request.server.ts'

/** A draft with a cover about something the blog has not said yet; a person publishes it. */
export const autoGenerateBlogPost = contentFunction({
  name: 'auto-generate-blog-post',
  body: z.object({ test: z.boolean().optional() }),
  complaint: 'The request should be { "test": true }.',
  answer: async ({ deps: { ai, files, log }, work }) => ({
    blogPost: await writeGeneratedPost(work, {
      ai,
      files,
      onCoverFailed: (error) => log.warn({ err: error }, 'a generated draft has no cover'),
    }),
    simulated: ai.writer.simulated,
  }),
})
