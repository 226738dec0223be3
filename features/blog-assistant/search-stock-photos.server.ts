import { z } from 'zod'
import { contentFunction, typedText } from './content-request.server.ts'

/** Photos that fit a search term; an empty list where none does. */
export const searchStockPhotos = contentFunction({
  name: 'search-stock-photos',
  body: z.object({ query: typedText(200), page: z.number().int().min(1).max(100).default(1) }),
  complaint: 'Please enter a search term of at most 200 characters.',
  answer: async ({ body, deps: { photos }, work }) => ({
    results: await photos.search(body, work.signal),
    simulated: photos.simulated,
  }),
})
