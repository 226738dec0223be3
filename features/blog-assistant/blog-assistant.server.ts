import { z } from 'zod'
import { generateArticle } from './generate.server.ts'
import { contentFunction, typedText } from './content-request.server.ts'

/** An article about a topic: title, excerpt and content, or a failure. */
export const generateBlogContent = contentFunction({
  name: 'generate-blog-content',
  body: z.object({ prompt: typedText(4000) }),
  complaint: 'Please enter a blog topic or outline of at most 4,000 characters.',
  answer: async ({ body, deps, work }) => ({
    ...(await generateArticle(work, deps.ai.writer, body.prompt)),
    simulated: deps.ai.writer.simulated,
  }),
})
