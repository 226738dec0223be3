import { sampleScenes } from './sample-scenes.ts'
import { StockPhotoError, type StockPhoto, type StockPhotos } from './stock-photos.ts'

const PER_PAGE = 30

interface SimulatedOptions {
  siteUrl: string
  /** Credited as artist of the drawings. */
  artist: string
}

/** A few drawings (`art/make-art.ts stock`), searchable by the words of their descriptions. */
export function createSimulatedPhotos({ siteUrl, artist }: SimulatedOptions): StockPhotos {
  const photos = sampleScenes.map(({ id, description, tags }) => ({
    words: new Set(splitWords(`${description} ${tags}`)),
    photo: {
      id,
      urls: { small: `/stock/${id}-400.webp`, regular: `/stock/${id}-1080.webp` },
      description,
      user: { name: artist, link: `${siteUrl}/about` },
      link: `${siteUrl}/about`,
    } satisfies StockPhoto,
  }))

  return {
    simulated: true,
    search: async ({ query, page }) => {
      const wanted = splitWords(query)
      const matching = photos.filter(({ words }) => wanted.some((word) => words.has(word)))
      return matching.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ photo }) => photo)
    },
    select: async (id) => {
      const chosen = photos.find(({ photo }) => photo.id === id)?.photo
      if (!chosen) throw new StockPhotoError('not-found', 'No photo has this id')
      return { url: chosen.urls.regular, credit: chosen.user }
    },
  }
}

/** Lower case without plural endings, so that "boats" finds a boat. */
function splitWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) =>
    word.length > 3 ? word.replace(/s$/, '') : word,
  )
}
