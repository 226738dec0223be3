import { useEffect, useRef, useState } from 'react'

/**
 * Takes pictures that are pasted or dropped anywhere on the page: a file that misses its place would otherwise open in the
 * page's stead and take the form with it. True while files are held over the page.
 */
export function useFilesFromOutside(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useRef(onFile)
  useEffect(() => {
    take.current = onFile
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      heard: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, heard, { signal: listening.signal })

    listen('paste', (event) => {
      const picture = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (!picture) return
      event.preventDefault()
      take.current(picture)
    })
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    listen('drop', (event) => {
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (!file) return
      event.preventDefault()
      take.current(file)
    })
    return () => listening.abort()
  }, [])
  return over
}
