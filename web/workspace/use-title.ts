import { useEffect } from 'react'
import { site } from '../../site.config.ts'

/** Sets the document title. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} | ${site.name}`
  }, [title])
}
