/** Sentences of the texts that are written without an AI service, so that nobody publishes one unnoticed. */
export const sampleNotes = {
  excerpt: 'Replace it before you publish.',
  content: 'Replace this sample with your own words',
} as const
