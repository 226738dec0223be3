import { site } from '../../../site.config.ts'
import { Reveal } from '../../../web/ui/reveal.tsx'
import { founderCards } from '../content/about.ts'
import { useEffect, useRef, useState } from 'react'
import type { Picture } from '../../../web/assets/pictures.ts'
import { Photograph } from '../../../web/ui/photograph.tsx'

/** The two founders, the second a step down, and what they bring along. */
export function Founders() {
  return (
    <section className="wrap founders" aria-label="The founders">
      {founderCards.map(({ focus, title, text, portrait }, position) => (
        <Reveal as="figure" key={focus} className="founder">
          <Portrait picture={portrait} alt={`Drawn portrait: ${roleFor(focus)}`} first={position === 0} />
          <figcaption>
            <span className="badge">Co-founder</span>
            <h2>{title}</h2>
            <p>{text}</p>
          </figcaption>
        </Reveal>
      ))}
      <Reveal as="ul" className="founders-claims">
        <li>
          <b>{site.claims.years}</b> years of technology experience
        </li>
        <li>
          <b>{site.rating.value}</b> star average rating
        </li>
      </Reveal>
    </section>
  )
}

function roleFor(focus: string): string | undefined {
  return site.founders.find((founder) => founder.focus === focus)?.role
}

interface PortraitProps {
  picture: Picture
  alt: string
  first: boolean
}

/** On phones less than its width, whatever the density of their screen: the drawing is flat, and the smaller file halves the wait. */
const SIZES =
  '(min-width: 1536px) 732px, (min-width: 768px) 47vw, (min-width: 480px) calc(100vw - 2rem), 40vw'

/** A portrait over its ruled placeholder; a crossed-out frame that says so if the picture cannot be had. */
function Portrait({ picture, alt, first }: PortraitProps) {
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
