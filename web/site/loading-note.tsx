import { useNavigation } from 'react-router'

/** Says that the blog is on its way, as long as the page before it still stands. */
export function LoadingNote() {
  const { state, location } = useNavigation()
  return (
    <output className="loading-note mono">{state === 'loading' ? noteFor(location.pathname) : null}</output>
  )
}

function noteFor(path: string): string | null {
  if (path === '/blog') return 'Loading articles...'
  return path.startsWith('/blog/') ? 'Loading article...' : null
}
