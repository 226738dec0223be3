import { Field } from '../../web/ui/field.tsx'
import { ToolButton } from '../../web/ui/tool-button.tsx'
import { HelpState, Simulated } from './assistant-state.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import type { PhotoSearch } from './use-photo-search.ts'

/** Searches stock photos. Enter searches, too; it never sends the form around it. */
export function StockTab({ search, simulated }: { search: PhotoSearch; simulated: boolean }) {
  return (
    <>
      {simulated ? (
        <Simulated what="No photo service is set up, so you search a few drawings of our own." />
      ) : null}
      <div className="assistant-search">
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
