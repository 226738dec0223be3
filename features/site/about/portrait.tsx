import { useEffect, useRef, useState } from 'react'
import type { Picture } from '../../../web/assets/pictures.ts'
import { Photograph } from '../../../web/ui/photograph.tsx'

interface PortraitProps {
  picture: Picture
  alt: string
  first: boolean
}

/** On phones less than its width, whatever the density of their screen: the drawing is flat, and the smaller file halves the wait. */
const SIZES =
  '(min-width: 1536px) 732px, (min-width: 768px) 47vw, (min-width: 480px) calc(100vw - 2rem), 40vw'

/** A portrait over its ruled placeholder; a crossed-out frame that says so if the picture cannot be had. */
export function Portrait({ picture, alt, first }: PortraitProps) {
  const { image, failed, onError } = useFailure()
  return (
    <div className="portrait">
      {failed ? (
        <div className="portrait-missing">
          <p className="mono">Image unavailable</p>
        </div>
      ) : (
        <Photograph ref={image} picture={picture} alt={alt} sizes={SIZES} first={first} onError={onError} />
      )}
    </div>
  )
}

function useFailure() {
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    // It may have failed before the script was there to hear of it.
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true)
  }, [])
  return { image, failed, onError: () => setFailed(true) }
}
