import { z } from 'zod'
import { contentFunction, typedText } from './content-request.server.ts'

/** The address and the credit of a chosen photo; the photo service is told that it is used. */
export const selectStockPhoto = contentFunction({
  name: 'select-stock-photo',
  body: z.object({ id: typedText(100) }),
  complaint: 'Please choose a photo.',
  answer: ({ body, deps: { photos }, work }) => photos.select(body.id, work.signal),
})
