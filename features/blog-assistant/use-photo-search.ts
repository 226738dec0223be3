import { useState } from 'react'
import { PHOTOS_PER_PAGE, searchPhotos, selectPhoto, type StockPhoto } from './blog-assistant.api.ts'
import { useClient } from '../../web/api/session.ts'
import { useToast } from '../../web/ui/toast.tsx'
import { useCancellable, type Picture } from './use-assistant.ts'
import type { Insert } from './use-insert.ts'

interface FoundPhotos {
  /** The last search term; empty before the first search. */
  term: string
  page: number
  photos: StockPhoto[]
  more: boolean
}

const nothing: FoundPhotos = { term: '', page: 0, photos: [], more: false }

/** Searches stock photos and puts the chosen one into the form with its credit. */
export function usePhotoSearch(insert: Insert) {
  const backend = useClient()
  const toast = useToast()
  const [term, setTerm] = useState('')
  const [found, setFound] = useState(nothing)

  const searching = useCancellable({
    call: (wanted: { query: string; page: number }, signal) => searchPhotos(backend, wanted, signal),
    failure: 'Failed to search images. Please try again.',
    onFailed: () => setFound(nothing),
    onDone: (photos, { query, page }) => {
      const earlier = page > 1 ? found.photos : []
      setFound({
        term: query,
        page,
        photos: [...earlier, ...photos],
        more: photos.length === PHOTOS_PER_PAGE,
      })
      if (page > 1) return
      toast(
        photos.length > 0
          ? { title: 'Success', text: `Found ${photos.length} ${photos.length === 1 ? 'image' : 'images'}` }
          : { title: 'No Results', text: 'No images found for this search term' },
      )
    },
  })
  const choosing = useCancellable({
    call: (photo: StockPhoto, signal) => selectPhoto(backend, photo.id, signal),
    failure: 'Failed to select image',
    onDone: ({ url, credit }, photo) => {
      const picture: Picture = {
        featured_image: url,
        featured_image_alt: photo.description ?? '',
        featured_image_credit: credit,
      }
      insert(picture, {
        title: `Selected photo by ${credit.name}`,
        text: 'Featured image has been selected successfully!',
      })
    },
  })
  const search = () => {
    const query = term.trim()
    if (query) searching.start({ query, page: 1 })
    else toast({ kind: 'destructive', title: 'Error', text: 'Please enter a search term' })
  }
  return {
    term,
    setTerm,
    found,
    search,
    searchMore: () => searching.start({ query: found.term, page: found.page + 1 }),
    choose: choosing.start,
    chosen: choosing.input,
    busy: searching.busy,
    cancel: searching.cancel,
    reason: searching.reason || choosing.reason,
  }
}

export type PhotoSearch = ReturnType<typeof usePhotoSearch>
