import { z } from 'zod'
import { generatePicture } from './generate.server.ts'
import { contentFunction, typedText } from './content-request.server.ts'

/** A picture from a description, kept on our own server whatever the model's service does with it. */
export const generateBlogImage = contentFunction({
  name: 'generate-blog-image',
  body: z.object({ prompt: typedText(1000) }),
  complaint: 'Please enter a description for the image of at most 1,000 characters.',
  answer: async ({ body, deps: { ai, files }, work }) => ({
    ...(await generatePicture(work, { artist: ai.artist, files }, body.prompt)),
    simulated: ai.artist.simulated,
  }),
})
