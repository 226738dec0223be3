import { useEffect } from 'react'
import { site } from '../../site.config.ts'

/** Names the page in the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} | ${site.name}`
  }, [title])
}
