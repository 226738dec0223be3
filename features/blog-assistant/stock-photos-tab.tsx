import { Field } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import styles from './assistant.module.css'
import { HelpState, Simulated } from './assistant-state.tsx'
import type { PhotoSearch } from './use-photo-search.ts'
import type { StockPhoto } from './blog-assistant.api.ts'

/** Searches stock photos. Enter searches instead of submitting the surrounding form. */
export function StockTab({ search, simulated }: { search: PhotoSearch; simulated: boolean }) {
  return (
    <>
      {simulated ? (
        <Simulated what="No photo service is set up, so you search a few drawings of our own." />
      ) : null}
      <div className={styles.search}>
        <Field
          label="Search term"
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder="harbor, office, team"
          value={search.term}
          onChange={(event) => search.setTerm(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            search.search()
          }}
        />
        <ToolButton variant="primary" icon="search" busy={search.busy} onClick={search.search}>
          {search.busy ? 'Searching...' : 'Search'}
        </ToolButton>
        <HelpState busy={search.busy} doing="" reason={search.reason} onCancel={search.cancel} />
      </div>
      <PhotoGrid search={search} />
    </>
  )
}

/** Search results, each a button that selects the photo. */
function PhotoGrid({ search }: { search: PhotoSearch }) {
  const { term, photos, more } = search.found
  if (term === '') return <p className={styles.none}>Enter a search term to find stock photos</p>
  if (photos.length === 0) return <NothingFound term={term} />
  return (
    <section key={term} ref={bringIntoView} className={styles.photos} aria-label={`Photos for "${term}"`}>
      <ul className={styles.grid} aria-busy={search.busy}>
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

/** A ref callback: scrolls an element into view when it appears. */
export function bringIntoView(found: HTMLElement | null) {
  found?.scrollIntoView({ block: 'nearest' })
}

interface PhotoButtonProps {
  photo: StockPhoto
  chosen: boolean
  onChoose: (photo: StockPhoto) => void
}

function PhotoButton({ photo, chosen, onChoose }: PhotoButtonProps) {
  return (
    <button type="button" className={styles.photo} aria-busy={chosen} onClick={() => onChoose(photo)}>
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
    <div className={styles.none}>
      <p>{`No images found for "${term}"`}</p>
      <p>Try a different search term</p>
    </div>
  )
}
