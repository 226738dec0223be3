import { useEffect, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { useAddress } from '../shell/use-address.ts'

/** How long typing may pause before the list follows, in milliseconds. */
const PAUSE_MS = 180

/** Narrows the list down to the posts with these words in their title or excerpt. */
export function PostSearch() {
  const { params, change } = useAddress()
  const search = params.get('posts') ?? ''
  const [typed, setTyped] = useState(search)
  const [followed, setFollowed] = useState(search)

  // The address changed by itself: back, forward, or a link.
  if (search !== followed) {
    setFollowed(search)
    if (search !== typed.trim()) setTyped(search)
  }
  useEffect(() => {
    if (typed.trim() === search) return undefined
    const timer = setTimeout(() => change({ posts: typed.trim() }, { replace: true }), PAUSE_MS)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the timer
  }, [typed])

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
