import { Field } from '../../web/ui/field.tsx'
import { Glyph } from '../../web/ui/glyph.tsx'
import { useAddress } from '../../web/workspace/url-state.ts'
import { useTypedSearch } from '../../web/workspace/use-debounced-search.ts'

/** Narrows the list down to the posts with these words in their title or excerpt. */
export function PostSearch() {
  const { params, change } = useAddress()
  const search = params.get('posts') ?? ''
  const [typed, setTyped] = useTypedSearch(search, (posts) => change({ posts }, { replace: true }))

  return (
    <div className="post-search">
      <Field
        label={<span className="visually-hidden">Search posts</span>}
        type="search"
        placeholder="Search title or excerpt"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Glyph name="search" />
    </div>
  )
}
