import type { StockPhoto } from './blog-assistant.api.ts'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import type { PhotoSearch } from './use-photo-search.ts'

/** What a search has found, each a button that takes the photo. */
export function PhotoGrid({ search }: { search: PhotoSearch }) {
  const { term, photos, more } = search.found
  if (term === '') return <p className="assistant-none">Enter a search term to find stock photos</p>
  if (photos.length === 0) return <NothingFound term={term} />
  return (
    <section key={term} ref={bringIntoView} className="photo-scroller" aria-label={`Photos for "${term}"`}>
      <ul className="photo-grid" aria-busy={search.busy}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <PhotoButton photo={photo} chosen={search.chosen?.id === photo.id} onChoose={search.choose} />
          </li>
        ))}
      </ul>
      {more ? (
        <ToolButton busy={search.busy} onClick={search.searchMore}>
          More photos
        </ToolButton>
      ) : null}
    </section>
  )
}

function bringIntoView(found: HTMLElement | null) {
  found?.scrollIntoView({ block: 'nearest' })
}

interface PhotoButtonProps {
  photo: StockPhoto
  chosen: boolean
  onChoose: (photo: StockPhoto) => void
}

function PhotoButton({ photo, chosen, onChoose }: PhotoButtonProps) {
  return (
    <button type="button" className="photo" aria-busy={chosen} onClick={() => onChoose(photo)}>
      <img
        src={photo.urls.small}
        width={400}
        height={267}
        alt={photo.description ?? 'Photo'}
        loading="lazy"
      />
      <span>{chosen ? 'Selecting...' : photo.user.name}</span>
    </button>
  )
}

function NothingFound({ term }: { term: string }) {
  return (
    <div className="assistant-none">
      <p>{`No images found for "${term}"`}</p>
      <p>Try a different search term</p>
    </div>
  )
}
