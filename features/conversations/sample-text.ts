/** Sentences of sample posts written without an AI service; the checklist looks for them before publishing. */
export const sampleNotes = {
  excerpt: 'Replace it before you publish.',
  content: 'Replace this sample with your own words',
} as const
